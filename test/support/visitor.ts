/** A browser without scripts: keeps cookies, follows no redirect by itself, and fills in the forms of pages. */

import type { Json } from "./json.ts";

export interface Page {
  status: number;
  /** Where it leads on, or null. */
  location: string | null;
  text: string;
  headers: Headers;
}

export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  /** Sent with every request. */
  headers: Record<string, string> = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };

  constructor(url: string) {
    this.#url = url;
  }

  get(path: string): Promise<Page> {
    return this.send(path, {});
  }

  /** Loads the page `from` and sends its form with that action, with the hidden fields that it has. */
  async submit(from: string, fields: Record<string, string> = {}, action = from): Promise<Page> {
    const { text } = await this.get(from);
    return this.post(action, { ...hiddenFields(text, action, from), ...fields });
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    return this.send(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: this.#url, ...headers },
    });
  }

  /** As the app in this browser does it, with the session's token; `path` begins after `/v1`. */
  async call(method: string, path: string, body: unknown = {}): Promise<Page & { json: Json }> {
    const token = /name="csrf" value="([^"]+)"/.exec((await this.get("/logout")).text)?.[1] ?? "";
    const headers = { "Content-Type": "application/json", Origin: this.#url, "x-csrf-token": token };
    const sent = method === "GET" ? {} : { body: JSON.stringify(body) };
    const page = await this.send(`/v1${path}`, { method, headers, ...sent });
    return { ...page, json: page.text === "" ? null : JSON.parse(page.text) };
  }

  async send(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(this.#url + path, {
      ...init,
      redirect: "manual",
      headers: {
        ...this.headers,
        ...(cookie && { Cookie: cookie }),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const { status, headers } = answer;
    return { status, headers, location: headers.get("location"), text: await answer.text() };
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0\b/.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function hiddenFields(page: string, action: string, from: string): Record<string, string> {
  const forms = page.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const path = (address: string) => address.split("?")[0];
  const own = forms.find(
    (form) => path(/<form[^>]* action="([^"]*)"/.exec(form)?.[1] ?? from) === path(action),
  );
  const inputs = own?.match(/<input type="hidden"[^>]*>/g) ?? [];
  const decode = (text: string) =>
    text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<");
  return Object.fromEntries(
    inputs.map((input) => {
      const [, name = "", value = ""] = /name="([^"]*)" value="([^"]*)"/.exec(input) ?? [];
      return [name, decode(value)];
    }),
  );
}
