/** As much of a browser as a consent page needs: cookies of one host, forms, and redirects that stop at the client's address. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #language: string;
  constructor(language = 'en') {
    this.#language = language;
  }

  /** A page, or the address outside of the service that it was sent to. */
  async open(url: string, form?: URLSearchParams, origin = new URL(url).origin): Promise<Page | URL> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        'accept-language': this.#language,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { origin, 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form.toString() }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(cookie)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (location !== null) return new URL(location, url);
    return { url, status: response.status, html: await response.text(), headers: response.headers };
  }

  async page(url: string, form?: URLSearchParams): Promise<Page> {
    const opened = await this.open(url, form);
    if (opened instanceof URL) throw new Error(`a page was expected, not a redirect to ${opened.origin}${opened.pathname}`);
    return opened;
  }

  async redirect(url: string, form?: URLSearchParams): Promise<URL> {
    const opened = await this.open(url, form);
    if (!(opened instanceof URL)) throw new Error(`a redirect was expected, not: ${opened.status} ${opened.html}`);
    return opened;
  }

  /** Sends the page's form back with its own hidden fields and ticked boxes, and with `fields`. */
  submit(page: Page, fields: Readonly<Record<string, string>>, untick: readonly string[] = []): Promise<Page | URL> {
    return this.open(page.url, formOf(page, fields, untick));
  }
}

export function formOf(page: Page, fields: Readonly<Record<string, string>>, untick: readonly string[] = []): URLSearchParams {
  const form = new URLSearchParams(fields);
  for (const [tag] of page.html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? '';
    const sent = /type="hidden"/.test(tag) || (/type="checkbox"/.test(tag) && /checked/.test(tag) && !untick.includes(value));
    if (name !== undefined && sent) form.append(name, value);
  }
  return form;
}
