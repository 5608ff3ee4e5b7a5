/** The two transfer routes of a running service, one step at a time, with patience for a service that is busy. */

export interface ServiceAddress {
  readonly url: string;
  readonly namespace: string | null;
  /** Bearer credential; null for a service without authentication. */
  readonly key: string | null;
}

export interface ExportedPage {
  readonly lines: string;
  /** Null after the last page. */
  readonly next: string | null;
}

export interface ImportCounts {
  readonly imported: number;
  readonly unchanged: number;
  readonly withheld: number;
  readonly errors: readonly { readonly line: number; readonly error: { readonly message: string; readonly field?: string } }[];
}

/** Waits between tries; a service that is down for longer is told to the person, who can go on later. */
const RETRY_WAITS_MS = [500, 1_000, 2_000, 5_000, 10_000];
const RETRIED = [429, 502, 503, 504];
const SECOND_MS = 1_000;

export class Service {
  readonly #address: ServiceAddress;

  constructor(address: ServiceAddress) {
    this.#address = address;
  }

  /** `page`: `first`, or the `next` of the page before. */
  async exportPage(page: string): Promise<ExportedPage> {
    const response = await this.#send(`/v1/export?page=${encodeURIComponent(page)}`, {});
    return { lines: await response.text(), next: response.headers.get('X-Next-Page') };
  }

  async importLines(lines: readonly string[]): Promise<ImportCounts> {
    const response = await this.#send('/v1/import', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: `${lines.join('\n')}\n`,
    });
    return (await response.json()) as ImportCounts;
  }

  /** Memories, tombstones and sessions, for the progress bar. */
  async countRecords(): Promise<number> {
    const stats = (await (await this.#send('/v1/stats', {})).json()) as {
      readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
      readonly sessions: readonly unknown[];
    };
    const counts = Object.values(stats.counts).flatMap((states) => Object.values(states));
    return counts.reduce((sum, count) => sum + count, stats.sessions.length);
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const { url, namespace, key } = this.#address;
    const headers = new Headers(init.headers);
    if (namespace !== null) headers.set('X-Hindsight-Namespace', namespace);
    if (key !== null) headers.set('Authorization', `Bearer ${key}`);
    for (const wait_ms of [...RETRY_WAITS_MS, null]) {
      const outcome = await fetch(new URL(path, url), { ...init, headers }).catch((error: unknown) => error);
      const busy = !(outcome instanceof Response) || RETRIED.includes(outcome.status);
      if (outcome instanceof Response && outcome.ok) return outcome;
      if (wait_ms === null || !busy) throw new Error(await problemWith(outcome, url));
      const asked_ms = outcome instanceof Response ? Number(outcome.headers.get('Retry-After') ?? 0) * SECOND_MS : 0;
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait_ms, asked_ms)));
    }
    throw new Error('unreachable: the last try ends the loop');
  }
}

async function problemWith(outcome: unknown, url: string): Promise<string> {
  if (!(outcome instanceof Response)) {
    const cause = outcome instanceof Error && outcome.cause instanceof Error ? `: ${outcome.cause.message}` : '';
    return `${url} cannot be reached${cause}. Start the service, or give its address with --url.`;
  }
  const text = await outcome.text();
  try {
    const { error } = JSON.parse(text) as { readonly error: { readonly message: string } };
    return `The service answered ${outcome.status}: ${error.message}`;
  } catch {
    // Not one of our replies: something between us and the service answered.
    return `${url} answered ${outcome.status} and is not Hindsight, or something stands before it.`;
  }
}
