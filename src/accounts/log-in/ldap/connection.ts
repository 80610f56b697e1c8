/**
 * A connection to the company's directory, for one log-in: the one owner of the library that speaks LDAP, which is
 * loaded with the first. A directory that is dead, slow, endless or not itself costs a log-in and no more: all questions
 * together have a deadline and a number of bytes, no referral is followed, and nothing is sent before TLS stands.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import type { Client, Entry, SearchOptions } from "ldapts";
import { limits } from "../../../config/limits.ts";
import type { Config } from "../../../config/schema.ts";

type DirectoryFault = "unreachable" | "late" | "untrusted" | "too_large" | "not_admitted" | "refused";

/** The directory could not be asked, or did not answer as one does. */
export class DirectoryFailed extends Error {
  readonly code: DirectoryFault;

  /** @param detail without anything that it said of anybody. */
  constructor(code: DirectoryFault, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = "DirectoryFailed";
    this.code = code;
  }
}

export type ServerSettings = Pick<Config["ldap"], "tls" | "ca_file" | "bind_dn"> & {
  server: string;
  bindPassword: string | null;
};

/** Why the directory does not take a name and a password: its result code, and what it says about it. */
export interface BindRefusal {
  code: number;
  text: string;
}

/** Attributes by their names in small letters; binary ones are bytes. */
export interface DirectoryEntry {
  dn: string;
  attributes: ReadonlyMap<string, readonly (string | Buffer)[]>;
}

type Search = Omit<SearchOptions, "timeLimit" | "derefAliases"> & { base: string };

/** RFC 4511 §A.1: what is no answer to the question at all. */
const RESULT = { busy: 51, unavailable: 52 };

/** Opens a connection for `work`, as the name of the settings, and closes it. @throws DirectoryFailed */
export async function atDirectory<T>(
  settings: ServerSettings,
  work: (connection: DirectoryConnection) => Promise<T>,
  deadlineMs: number = limits.directoryMs,
): Promise<T> {
  const connection = new DirectoryConnection(settings);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new DirectoryFailed("late", "it took too long"));
    connection.close();
  }, deadlineMs);
  const working = connection.open().then(() => work(connection));
  // Nobody waits for its failure after it was given up on.
  working.catch(() => {});
  try {
    return await Promise.race([working, late]);
  } catch (error) {
    throw connection.isOverfull ? new DirectoryFailed("too_large", "it answered too much", error) : error;
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}

export class DirectoryConnection {
  readonly #settings: ServerSettings;
  readonly #sockets: Socket[] = [];
  #client: Client | null = null;
  #bytes = 0;

  constructor(settings: ServerSettings) {
    this.#settings = settings;
  }

  get isOverfull(): boolean {
    return this.#bytes > limits.directoryBytes;
  }

  /** @throws DirectoryFailed */
  async open(): Promise<void> {
    const { server, tls } = this.#settings;
    const { Client } = await import("ldapts");
    const { protocol, hostname, port } = new URL(server);
    const host = hostname.replace(/^\[|\]$/g, "");
    const secure = tls === "required" ? this.#tlsOptions(host) : {};
    const client = new Client({
      url: server,
      timeout: limits.directoryMs,
      // A connection that broke is not opened anew: the proof given on it would be lost silently.
      createConnection: () => this.#once(() => connect({ host, port: Number(port) })),
      createSecureConnection: ((options: ConnectionOptions | number) =>
        typeof options === "number"
          ? this.#once(() => connectTls({ ...secure, host, port: Number(port) }))
          : this.#counted(connectTls({ ...secure, ...options }))) as typeof connectTls,
    });
    this.#client = client;
    await failing(async () => {
      if (protocol === "ldap:" && tls === "required") await client.startTLS();
    });
    await this.bindAsTiro();
  }

  /** As the name of the settings, which may read people and groups. @throws DirectoryFailed */
  async bindAsTiro(): Promise<void> {
    const { bind_dn = "", bindPassword } = this.#settings;
    const refused = await this.bind(bind_dn, bindPassword ?? "");
    if (refused !== null)
      throw new DirectoryFailed("not_admitted", `it does not admit tiro (result ${refused.code})`);
  }

  /** Null if it is the password of that entry. @throws DirectoryFailed */
  async bind(dn: string, password: string): Promise<BindRefusal | null> {
    try {
      await this.#open().bind(dn, password);
      return null;
    } catch (error) {
      const code = resultOf(error);
      if (code === null || Object.values(RESULT).includes(code)) throw failureOf(error);
      return { code, text: (error as Error).message };
    }
  }

  /** @throws DirectoryFailed */
  async search({ base, ...options }: Search): Promise<DirectoryEntry[]> {
    const timeLimit = limits.directoryMs / 1000;
    const { searchEntries } = await failing(() =>
      this.#open().search(base, { ...options, timeLimit, derefAliases: "never" }),
    );
    return searchEntries.map(entryOf);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(): Client {
    if (this.#client === null) throw new DirectoryFailed("unreachable", "the connection is not open");
    return this.#client;
  }

  #tlsOptions(host: string): ConnectionOptions {
    const { ca_file } = this.#settings;
    return {
      host,
      ...(/[a-z]/i.test(host) && !host.includes(":") && { servername: host }),
      minVersion: "TLSv1.2",
      ...(ca_file !== undefined && { ca: readFileSync(ca_file) }),
    };
  }

  #once<S extends Socket>(open: () => S): S {
    if (this.#sockets.length > 0) throw new DirectoryFailed("unreachable", "it closed the connection");
    return this.#counted(open());
  }

  #counted<S extends Socket>(socket: S): S {
    this.#sockets.push(socket);
    socket.on("data", (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.isOverfull) this.close();
    });
    return socket;
  }
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): DirectoryFailed {
  if (error instanceof DirectoryFailed) return error;
  const { message, code } = error as Error & { code?: unknown };
  const result = resultOf(error);
  if (result !== null) return new DirectoryFailed("refused", `it answered with result ${result}`, error);
  if (/certificate|altname|self[- ]signed/i.test(`${message} ${code}`))
    return new DirectoryFailed("untrusted", "its certificate is not trusted", error);
  if (/timed out|timeout/i.test(message)) return new DirectoryFailed("late", "it took too long", error);
  const known = typeof code === "string" && /^E[A-Z]+$/.test(code) ? ` (${code})` : "";
  return new DirectoryFailed("unreachable", `the connection failed${known}`, error);
}

/** Of an answer of the directory's own; null if there was none. */
function resultOf(error: unknown): number | null {
  const { code } = error as { code?: unknown };
  return typeof code === "number" ? code : null;
}

function entryOf({ dn, ...attributes }: Entry): DirectoryEntry {
  const values = Object.entries(attributes).map(
    ([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value : [value]] as const,
  );
  return { dn, attributes: new Map(values) };
}
