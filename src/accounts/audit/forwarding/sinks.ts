/** Where lines of the audit log are sent: a syslog server, or a file. */
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectTls } from "node:tls";
import { limits } from "../../../config/limits.ts";
import { visibleJson } from "../../../lib/visible-json.ts";
import type { AuditLine } from "../audit-log.ts";
import { type SyslogSender, syslogFrame } from "./syslog-message.ts";

export interface AuditSink {
  readonly name: "syslog" | "file";
  /** Resolves when they are on their way. @throws the error that keeps them here. */
  send(lines: readonly AuditLine[]): Promise<void>;
  /** Lets what is on its way arrive, for a moment. */
  close(): Promise<void>;
}

/** One JSON object a line, as `tiro audit export` prints them. Opened anew each time, because it may be rotated. */
export class FileSink implements AuditSink {
  readonly name = "file";
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async send(lines: readonly AuditLine[]): Promise<void> {
    const file = await open(this.#path, "a", 0o600);
    try {
      await file.appendFile(lines.map((line) => `${visibleJson(line)}\n`).join(""));
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async close(): Promise<void> {}
}

export interface SyslogOptions {
  /** `tcp://HOST:PORT` or `tls://HOST:PORT`. */
  address: string;
  /** File with the authorities that vouch for the server; the system's where it is left out. */
  caFile: string | undefined;
  version: string;
  /** Called when a connection ends: nobody knows whether what was sent last has arrived. */
  onLost: () => void;
}

export class SyslogSink implements AuditSink {
  readonly name = "syslog";
  readonly #options: SyslogOptions;
  readonly #sender: SyslogSender;
  #socket: Socket | null = null;

  constructor(options: SyslogOptions) {
    this.#options = options;
    this.#sender = { host: hostname(), processId: process.pid, version: options.version };
  }

  async send(lines: readonly AuditLine[]): Promise<void> {
    this.#socket ??= await this.#connect();
    const socket = this.#socket;
    const frames = lines.map((line) => syslogFrame(line, this.#sender)).join("");
    await within(limits.auditSendMs, socket, (done) => socket.write(frames, "ascii", done));
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    if (socket === null) return;
    this.#socket = null;
    try {
      await within(limits.auditSendMs, socket, (done) => socket.end(() => done()));
    } catch {
      this.#options.onLost();
    }
    socket.destroy();
  }

  async #connect(): Promise<Socket> {
    const { address, caFile, onLost } = this.#options;
    const { protocol, hostname: bracketed, port } = new URL(address);
    const host = bracketed.replace(/^\[|\]$/g, "");
    const to = { host, port: Number(port) };
    const isTls = protocol === "tls:";
    const socket = isTls
      ? connectTls({ ...to, servername: host, ...(caFile && { ca: readFileSync(caFile) }) })
      : connect(to);
    const lost = () => {
      if (this.#socket === socket) {
        this.#socket = null;
        onLost();
      }
      socket.destroy();
    };
    socket.on("error", lost).on("end", lost).on("close", lost);
    // Nothing is expected from there; what comes is read, so that the end is seen.
    socket.resume();
    await within(limits.auditConnectMs, socket, (done) =>
      socket.once(isTls ? "secureConnect" : "connect", () => done()),
    );
    return socket;
  }
}

/** Waits for `done`, the socket's end or the deadline, after which the socket is of no use. */
function within(deadlineMs: number, socket: Socket, begin: (done: (error?: Error | null) => void) => void) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (cause: unknown) => reject(cause instanceof Error ? cause : ended());
  const timer = setTimeout(() => fail(tooSlow(deadlineMs)), deadlineMs);
  socket.once("error", fail).once("close", fail);
  begin((error) => (error ? fail(error) : resolve()));
  return promise
    .catch((error) => {
      socket.destroy();
      throw error;
    })
    .finally(() => {
      clearTimeout(timer);
      socket.off("error", fail).off("close", fail);
    });
}

const tooSlow = (deadlineMs: number) => new Error(`it took longer than ${deadlineMs} ms`);
const ended = () => new Error("the connection ended");
