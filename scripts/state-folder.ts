/**
 * Which service runs on a state folder: two on the same SQLite files would not know of each other's writes. Whoever starts one for such a
 * folder leaves its address there, and takes it away when the service ends.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'service.json';
const PROBE_TIMEOUT_MS = 2_000;

export function recordService(folder: string, url: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, FILE), `${JSON.stringify({ url })}\n`);
}

export const forgetService = (folder: string): void => rmSync(path.join(folder, FILE), { force: true });

/** The address of the service that runs on the folder; null when none does, whatever one that was killed left behind. */
export async function serviceOn(folder: string): Promise<string | null> {
  const url = recorded(folder);
  return url !== null && (await isHindsight(url)) ? url : null;
}

function recorded(folder: string): string | null {
  try {
    const { url } = JSON.parse(readFileSync(path.join(folder, FILE), 'utf8')) as { readonly url?: unknown };
    return typeof url === 'string' ? url : null;
  } catch {
    // No such file, or one that was cut off while it was written: nothing is known to run.
    return null;
  }
}

/** The port may belong to another program. */
export async function isHindsight(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    const body = (await response.json()) as { readonly name?: unknown };
    return body.name === 'hindsight-memory';
  } catch {
    // Nothing listens, or something that is not ours.
    return false;
  }
}
