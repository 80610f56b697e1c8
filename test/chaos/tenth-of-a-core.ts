/**
 * Six recordings at once on a machine that has no time for them: the server and all its children get a tenth of one
 * processor. That must make nothing fail.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { wavHeader } from "../audio/support/wav-file.ts";
import { temporaryFolder } from "../support/database.ts";
import { programUnderTest } from "../support/program.ts";
import { startServerProcess } from "../support/server-process.ts";
import { RECORDING } from "../support/transcription.ts";

/** Of each kind. */
const RECORDINGS = 2;
const PERIOD_US = 100_000;
const SHARE = 0.1;
const POLL_MS = 500;

/** Where control groups bound processor time, in version 1 or 2; undefined if this process may make none. */
const ROOT = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup"].find(boundsProcessors);
export const CAN_TIGHTEN = ROOT !== undefined;

export interface TenthReport {
  /** All that was wrong; empty when nothing was. */
  violations: string[];
  /** How often it was throttled: 0 would mean that it was no test. */
  throttled: number;
}

/** Needs the right to make control groups: root. */
export async function runOnATenth(log: (line: string) => void): Promise<TenthReport> {
  using folder = temporaryFolder();
  await using group = new TightGroup();
  const settings = { TIRO_LOG_LEVEL: "warn" };
  // The shell joins the group and becomes the server, so that all that follows is in it.
  const command = ["/bin/sh", "-c", `echo $$ > ${group.procs} && exec "$@"`, "sh", ...programUnderTest()];
  const server = await startServerProcess({ dataDir: folder.path, settings, command });
  const violations: string[] = [];
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${server.key}` };
    const answer = await fetch(server.url + path, { ...init, headers });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  try {
    const file = await stereo();
    const upload = (path: string) => {
      const body = new FormData();
      body.set("model", "speech-v1.5");
      body.set("file", new Blob([file]), "talk.wav");
      return ask(path, { method: "POST", body });
    };
    const jobDone = async (id: string, what: string) => {
      for (;;) {
        const { body } = await ask(`/audio/transcription-jobs/${id}`);
        const { status } = JSON.parse(body) as { status: string };
        if (status === "succeeded") return log(`${what} succeeded`);
        if (status !== "queued") return void violations.push(`${what}: ${body}`);
        await Bun.sleep(POLL_MS);
      }
    };
    const call = async (index: number) => {
      const { status, body, headers } = await upload("/audio/transcriptions");
      // A call beyond its deadline continues as a job.
      const { error } = JSON.parse(body) as { error?: { job_id?: string } };
      if (status === 504 && error?.job_id) return jobDone(error.job_id, `call ${index}, now a job,`);
      if (status !== 200 || headers.has("tiro-formatting"))
        violations.push(`call ${index}: ${status} ${body}`);
      else log(`call ${index} was answered`);
    };
    const job = async (index: number) => {
      const { status, body } = await upload("/audio/transcription-jobs");
      if (status !== 202) return void violations.push(`job ${index}: ${status} ${body}`);
      return jobDone((JSON.parse(body) as { id: string }).id, `job ${index}`);
    };
    const dictation = async (index: number) => {
      const body = new FormData();
      body.set("audio", new Blob([await Bun.file(RECORDING).bytes()]), "talk.wav");
      const { status, body: text, headers } = await ask("/dictations", { method: "POST", body });
      const made = headers.get("tiro-formatting");
      if (status !== 200 || made !== "rules")
        violations.push(`dictation ${index}: ${status} ${made} ${text}`);
      else log(`dictation ${index} was answered`);
    };
    await Promise.all(
      Array.from({ length: RECORDINGS }, (_, index) =>
        [call, job, dictation].map((kind) => kind(index + 1)),
      ).flat(),
    );
  } finally {
    await server.kill();
  }
  return { violations, throttled: group.throttled() };
}

/** A control group of its own, gone at the end; what runs in it must have ended by then. */
class TightGroup {
  readonly #path: string;

  constructor() {
    if (ROOT === undefined) throw new Error("this machine has no control groups of processor time");
    this.#path = join(ROOT, `tiro-tenth-${process.pid}`);
    mkdirSync(this.#path);
    const most = PERIOD_US * SHARE;
    if (existsSync(join(this.#path, "cpu.max"))) this.#set("cpu.max", `${most} ${PERIOD_US}`);
    else {
      this.#set("cpu.cfs_period_us", String(PERIOD_US));
      this.#set("cpu.cfs_quota_us", String(most));
    }
  }

  get procs(): string {
    return join(this.#path, "cgroup.procs");
  }

  throttled(): number {
    return Number(/^nr_throttled (\d+)$/m.exec(readFileSync(join(this.#path, "cpu.stat"), "utf8"))?.[1]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The server's children end with it, but a moment later.
    while (readFileSync(this.procs, "utf8") !== "") await Bun.sleep(POLL_MS);
    rmdirSync(this.#path);
  }

  #set(file: string, value: string): void {
    writeFileSync(join(this.#path, file), value);
  }
}

function boundsProcessors(root: string): boolean {
  try {
    accessSync(join(root, "cgroup.procs"), constants.W_OK);
    const controls = join(root, "cgroup.subtree_control");
    return existsSync(join(root, "cpu.cfs_quota_us")) || /\bcpu\b/.test(readFileSync(controls, "utf8"));
  } catch {
    return false;
  }
}

/** In two channels, so that it takes a decoder. */
async function stereo(): Promise<Uint8Array<ArrayBuffer>> {
  const mono = new Int16Array((await Bun.file(RECORDING).bytes()).slice(44).buffer);
  const pcm = new Uint8Array(Int16Array.from([...mono].flatMap((sample) => [sample, sample])).buffer);
  const header = wavHeader({ sampleRate: 16_000, channels: 2, dataBytes: pcm.byteLength });
  return Uint8Array.from(Buffer.concat([header, pcm]));
}
