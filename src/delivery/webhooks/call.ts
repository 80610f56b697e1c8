/**
 * One call: a request of HTTP/1.1 and the first line of its answer. Written here rather than by `fetch`, so that it goes to
 * the very address that was checked, follows nothing, and reads no more than it needs.
 */
import { readFileSync } from "node:fs";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { limits } from "../../config/limits.ts";
import { DeliveryFailure } from "../failure.ts";

export interface HookCall {
  url: URL;
  /** That of `url`, resolved and checked. */
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  caFile: string | undefined;
}

/** Resolves with the status. @throws DeliveryFailure. */
export async function callHook(call: HookCall, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = open(call, () => socket.write(requestOf(call)));
  const fail = (reason: "late" | "garbled" | "unreachable" | "untrusted", message: string) =>
    reject(new DeliveryFailure(reason, message));
  let head = "";
  const timer = setTimeout(() => fail("late", "it took too long"), limits.webhookCallMs);
  const stop = () => fail("late", "it was given up");
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  socket.on("error", (error) => fail(isOfTrust(error) ? "untrusted" : "unreachable", error.message));
  socket.on("close", () => fail("unreachable", "the connection ended without an answer"));
  socket.on("data", (data: Buffer) => {
    head += data.subarray(0, limits.webhookAnswerBytes).toString("latin1");
    const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head)?.[1];
    // Interim answers (RFC 9110 §15.2) are not awaited: tiro does not ask for them.
    if (status?.startsWith("1")) fail("garbled", `it answered ${status}`);
    else if (status !== undefined) resolve(Number(status));
    else if (head.length > limits.webhookAnswerBytes) fail("garbled", "it did not answer in HTTP");
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    socket.on("error", () => {}).destroy();
  }
}

function open({ url, address, caFile }: HookCall, ready: () => void): Socket {
  const isTls = url.protocol === "https:";
  const to = { host: address, port: Number(url.port || (isTls ? 443 : 80)) };
  if (!isTls) return connect(to).once("connect", ready);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const trust = { minVersion: "TLSv1.2", ...(caFile !== undefined && { ca: readFileSync(caFile) }) } as const;
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ ...to, ...trust, ...name }).once("secureConnect", ready);
}

function requestOf({ url, headers, body }: HookCall): string {
  const all = {
    Host: url.host,
    "User-Agent": "tiro",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`POST ${url.pathname}${url.search} HTTP/1.1`, ...lines, "", ""].join("\r\n")}${body}`;
}

function isOfTrust(error: Error): boolean {
  return /certificate|altname|self.signed/i.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`);
}
