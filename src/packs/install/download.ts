/**
 * Fetches one file to a path beside its final place, and continues where an earlier try stopped: after a lost connection in
 * this call, and after a killed program in the next one. The identity of the file at the server (its entity
 * tag or time) is kept beside it, so that two different files are never joined.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";

export interface DownloadOptions {
  url: string;
  /** Grows while the file comes in; complete when the call returns. */
  path: string;
  /** @param totalBytes null if the server does not say. */
  onProgress: (doneBytes: number, totalBytes: number | null) => void;
  signal?: AbortSignal | undefined;
  /** Beginning of every address that a redirect may lead to; anywhere if it is left out. */
  within?: string | undefined;
  /** Of the first pause between two tries. */
  pauseMs?: number;
  stallMs?: number;
}

/** The identity of a partial download. */
interface State {
  url: string;
  identity: string | null;
  totalBytes: number | null;
}

/** The connection or the server, which may be better the next time. */
class PassingError extends Error {}
/** Nothing that came from it is of use. */
class LyingServer extends PassingError {}

/**
 * @throws OperatorError `disk_full`, or `pack_download_failed` after several tries without a byte more, or at once if
 * trying again is of no use.
 */
export async function download(options: DownloadOptions): Promise<void> {
  let failures = 0;
  for (;;) {
    const before = sizeOf(options.path);
    try {
      if (await attempt(options)) return finish(options);
      throw new PassingError("the server closed the connection early");
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof PassingError)) throw error;
      failures = sizeOf(options.path) > before ? 1 : failures + 1;
      if (failures >= limits.downloadTries)
        throw failed(
          options.url,
          `${error.message}; tried ${failures} times. The part that arrived is kept: run it again to continue.`,
          error,
        );
      await Bun.sleep((options.pauseMs ?? limits.downloadPauseMs) * 2 ** (failures - 1));
    }
  }
}

/** One request. @returns whether the file is complete. */
async function attempt(options: DownloadOptions): Promise<boolean> {
  const { url, path, onProgress } = options;
  const state = readState(options);
  const have = state === null ? 0 : sizeOf(path);
  if (state?.totalBytes === have && have > 0) return true;
  const stall = new StallTimer(options.stallMs ?? limits.downloadStallMs, options.signal);
  try {
    const answer = await ask(options, have, state, stall.signal);
    const resumed = answer.status === 206;
    if (answer.status === 416) {
      rmSync(path, { force: true });
      throw new PassingError("the server has another file now");
    }
    if (answer.status !== 200 && !resumed) throw refusal(url, answer.status);
    const offset = resumed ? have : 0;
    const totalBytes = totalOf(answer, offset);
    if (totalBytes !== null && totalBytes > limits.packBytes)
      throw failed(url, "it is larger than a pack may be");
    writeFileSync(
      `${path}.state`,
      JSON.stringify({ url, identity: identityOf(answer), totalBytes } satisfies State),
    );
    const file = await open(path, resumed ? "r+" : "w", 0o600);
    try {
      const done = await receive(answer, file, offset, totalBytes, (bytes) => {
        stall.touch();
        onProgress(bytes, totalBytes);
      });
      return totalBytes === null || done === totalBytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof LyingServer) rmSync(path, { force: true });
    if (error instanceof OperatorError || error instanceof PassingError) throw error;
    options.signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw full(path, error);
    throw new PassingError(
      stall.stalled ? "no data came for too long" : String((error as Error).message ?? error),
    );
  } finally {
    stall.stop();
  }
}

/** Follows redirects one by one: every address on the way is looked at before it is asked. */
async function ask(
  { url, within }: DownloadOptions,
  have: number,
  state: State | null,
  signal: AbortSignal,
): Promise<Response> {
  const range: Record<string, string> =
    have > 0 && state?.identity ? { range: `bytes=${have}-`, "if-range": state.identity } : {};
  const headers = { "accept-encoding": "identity", ...range };
  let address = url;
  for (let hops = 0; hops <= limits.downloadRedirects; hops++) {
    // A proxy is taken from HTTPS_PROXY, HTTP_PROXY and NO_PROXY by fetch itself.
    const answer = await fetch(address, { headers, redirect: "manual", signal });
    const onward = answer.headers.get("location");
    if (!REDIRECTS.has(answer.status) || onward === null) return answer;
    await answer.body?.cancel();
    address = addressAfter(url, address, onward);
    if (within !== undefined && !address.startsWith(within))
      throw failed(url, `the server sends on to ${new URL(address).origin}, which is not within ${within}`);
  }
  throw failed(url, `the server sends on more than ${limits.downloadRedirects} times`);
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** An encrypted download stays encrypted, all the way: anyone who can change one answer could otherwise send their own file. */
function addressAfter(url: string, address: string, onward: string): string {
  if (!URL.canParse(onward, address)) throw failed(url, "the server sends on to what is no address");
  const next = new URL(onward, address);
  if (next.protocol !== "https:" && (next.protocol !== "http:" || /^https:/i.test(url)))
    throw failed(url, `the server sends on to ${next.origin}, which is not encrypted`);
  if (next.username !== "" || next.password !== "")
    throw failed(url, `the server sends on to ${next.origin} with a password of its own`);
  return next.href;
}

async function receive(
  answer: Response,
  file: FileHandle,
  offset: number,
  totalBytes: number | null,
  onBytes: (done: number) => void,
): Promise<number> {
  let done = offset;
  for await (const block of answer.body ?? []) {
    if (done + block.length > Math.min(totalBytes ?? limits.packBytes, limits.packBytes))
      throw new LyingServer("the server sends more than it announced");
    await file.write(block, 0, block.length, done);
    done += block.length;
    onBytes(done);
  }
  await file.sync();
  return done;
}

/** Only a strong entity tag or a time identifies a file. */
function identityOf({ headers }: Response): string | null {
  const tag = headers.get("etag");
  return tag !== null && !tag.startsWith("W/") ? tag : headers.get("last-modified");
}

function totalOf({ status, headers }: Response, offset: number): number | null {
  if (status === 206) {
    // Also if nothing was asked for in part.
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
    if (offset === 0 || Number(start) !== offset)
      throw new PassingError("the server sends another part than was asked for");
    return Number(total);
  }
  const length = headers.get("content-length");
  return length === null ? null : Number(length);
}

function readState({ url, path }: DownloadOptions): State | null {
  if (!existsSync(`${path}.state`) || !existsSync(path)) return null;
  try {
    const state = JSON.parse(readFileSync(`${path}.state`, "utf8")) as State;
    return state.url === url ? state : null;
  } catch {
    // Cut short by a crash: the file is fetched from its begin.
    return null;
  }
}

function finish({ path }: DownloadOptions): void {
  rmSync(`${path}.state`, { force: true });
  renameSync(path, path.replace(/\.part$/, ""));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function refusal(url: string, status: number): Error {
  const passing = status === 408 || status === 429 || status >= 500;
  if (passing) return new PassingError(`the server answered ${status}`);
  return failed(url, `the server answered ${status}`);
}

function failed(url: string, reason: string, cause?: unknown): OperatorError {
  return new OperatorError("pack_download_failed", "The model pack could not be fetched.", {
    cause,
    hint: `${url}: ${reason}`,
  });
}

function full(path: string, cause: unknown): OperatorError {
  return new OperatorError("disk_full", "The disk is full.", {
    cause,
    hint: `${path} could not be written to its end. Free some space and run it again to continue.`,
  });
}

/** Ends a request whose data has stopped coming. */
class StallTimer {
  readonly #stallMs: number;
  readonly #abort = new AbortController();
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout>;

  constructor(stallMs: number, caller: AbortSignal | undefined) {
    this.#stallMs = stallMs;
    this.signal = caller ? AbortSignal.any([caller, this.#abort.signal]) : this.#abort.signal;
    this.#timer = this.#start();
  }

  get stalled(): boolean {
    return this.#abort.signal.aborted;
  }

  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#abort.abort(new Error("no data came")), this.#stallMs);
  }
}
