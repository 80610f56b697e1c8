/**
 * A pack on its way to a real server, by the routes of administrators: its file is sent in parts, with lost connections, and
 * the server is killed (`kill -9`) in the middle of every step, which the disk shows before and after the kill. Afterwards
 * each pack is whole, or absent.
 */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../src/lib/clock.ts";
import { MIB } from "../../src/lib/units.ts";
import { loadPack } from "../../src/packs/load-pack.ts";
import { verifyPack } from "../../src/packs/verify.ts";
import { Random } from "../chaos/random.ts";
import { administratorOf } from "../support/administrators.ts";
import { temporaryFolder } from "../support/database.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { Visitor } from "../support/visitor.ts";
import { DRILL_PACK, longRecording, packDrillArchive } from "./drill-pack.ts";
import { bytesBelow, isOnTheWay } from "./on-the-way.ts";
import { type StallingMirror, stallingMirror } from "./stalling-mirror.ts";

export interface PackDrillOptions {
  kills: number;
  seed: number;
  /** The other content of the pack. */
  mib: number;
  log: (line: string) => void;
}

/** A file sent, fetched from a mirror, unpacked and compared, and the pack tried out. */
const MOMENTS = ["sending", "fetching", "unpacking", "checking"] as const;
type Moment = (typeof MOMENTS)[number];

export interface PackDrillReport {
  /** In the middle of each step: begun before the kill, and no pack after it. */
  killed: Record<Moment, number>;
  /** Kills that came when the pack had arrived; they count for nothing. */
  late: number;
  /** Lost connections, and killed servers, between the parts of the file. */
  cut: number;
  /** Fetches that went on with what the one before a kill had brought. */
  resumed: number;
  /** Why the pack in use could not be removed. */
  refusal: unknown;
  violations: string[];
}

const { name: NAME, folder: FOLDER } = DRILL_PACK;
/** Of the catalogue; the mirror never sends all of it. */
const FETCHED = "giga-am-v3-russian";
/** Of its file, so that there is something between them. */
const PARTS = 20;
const LOST_AFTER_MS = 100;
/** The check recording takes longer than that. */
const CHECKED_AFTER_MS = 200;
const WAIT_MS = 250;
/** For a machine that is busy with other things. */
const LONGEST_MS = 300_000;
const FORM = "application/offset+octet-stream";

export async function runPackDrill({ kills, seed, mib, log }: PackDrillOptions): Promise<PackDrillReport> {
  using folder = temporaryFolder();
  const drill = new Drill(folder.path, seed);
  try {
    drill.makeArchive(mib);
    await drill.start();
    const began = systemClock.monotonic();
    await drill.install(await drill.send());
    const fullMs = systemClock.monotonic() - began;
    log(`${Math.round(drill.archiveBytes / MIB)} MiB arrive in ${Math.round(fullMs / 1000)} s`);
    await drill.use();
    await drill.remove();
    for (let round = 0; drill.killed < kills; round++) {
      await drill.killedRound(MOMENTS[round % MOMENTS.length] as Moment);
      log(JSON.stringify({ ...drill.report, refusal: undefined }));
    }
    await drill.install(await drill.send({ isCut: true }));
    await drill.verify();
    await drill.use();
    await drill.remove();
    return drill.report;
  } finally {
    await drill.end();
  }
}

class Drill {
  readonly report: PackDrillReport = {
    killed: { sending: 0, fetching: 0, unpacking: 0, checking: 0 },
    ...{ late: 0, cut: 0, resumed: 0, refusal: null, violations: [] },
  };
  readonly #folder: string;
  readonly #dataDir: string;
  readonly #random: Random;
  readonly #archive: string;
  readonly #mirror: StallingMirror;
  #server: ServerProcess | null = null;
  #visitor = new Visitor("");
  #cookie = "";
  #token = "";

  constructor(folder: string, seed: number) {
    this.#folder = folder;
    this.#dataDir = join(folder, "data");
    this.#archive = join(folder, "trial.tar");
    this.#random = new Random(seed);
    this.#mirror = stallingMirror(() => this.#random.next());
    mkdirSync(this.#dataDir, { mode: 0o700 });
  }

  get archiveBytes(): number {
    return statSync(this.#archive).size;
  }

  get killed(): number {
    return Object.values(this.report.killed).reduce((sum, kills) => sum + kills, 0);
  }

  makeArchive(mib: number): void {
    packDrillArchive(join(this.#folder, "made"), this.#archive, mib);
  }

  async start(): Promise<void> {
    // Each time: a log-in is fresh for minutes only.
    this.#cookie = administratorOf(this.#dataDir);
    this.#token = "";
    this.#server = await startServerProcess({
      dataDir: this.#dataDir,
      settings: {
        TIRO_MODELS_INSTALL_FROM: this.#mirror.url,
        TIRO_RECORDINGS_UPLOAD_MIB: "2048",
      },
    });
    this.#visitor = new Visitor(this.#server.url.replace(/\/v1$/, ""));
    this.#visitor.cookies.set("tiro_session", this.#cookie);
  }

  async stop(): Promise<void> {
    await this.#server?.kill();
    this.#server = null;
  }

  async end(): Promise<void> {
    await this.stop();
    await this.#mirror.stop();
  }

  async #kill(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** @param isCut whether a connection is lost and the server killed in between. @returns the upload's id. */
  async send({ isCut = false } = {}): Promise<string> {
    const address = await this.#announce();
    const faults = isCut ? ["connection", "server", "connection"] : [];
    for (let offset = 0; offset < this.archiveBytes; ) {
      const isNext = offset > (this.archiveBytes * (4 - faults.length)) / 5;
      const fault = isNext ? faults.shift() : undefined;
      if (fault === undefined) await this.#sendPart(address, offset, { body: this.#part(offset) });
      else await this.#lose(fault, address, offset);
      offset = await this.#offsetOf(address);
    }
    return address.split("/").at(-1) ?? "";
  }

  /** @returns where its parts are sent. */
  async #announce(): Promise<string> {
    const made = await this.#ask("POST", "/uploads", {
      headers: {
        "Upload-Length": String(this.archiveBytes),
        "Upload-Metadata": `filename ${btoa("trial.tar")}`,
      },
    });
    return (made.headers.get("location") ?? "").replace(/^.*\/v1/, "");
  }

  #part(offset: number): Buffer {
    const part = Buffer.alloc(Math.min(Math.ceil(this.archiveBytes / PARTS), this.archiveBytes - offset));
    const file = openSync(this.#archive, "r");
    readSync(file, part, 0, part.length, offset);
    closeSync(file);
    return part;
  }

  #sendPart(address: string, offset: number, init: RequestInit): Promise<Response> {
    const headers = { "Upload-Offset": String(offset), "Content-Type": FORM };
    return this.#ask("PATCH", address, { headers, ...init });
  }

  async #lose(what: string, address: string, offset: number): Promise<void> {
    const lost = new AbortController();
    const part = this.#part(offset);
    // Half of it, and then nothing more.
    const body = new ReadableStream({ start: (to) => to.enqueue(part.subarray(0, part.length / 2)) });
    const sending = this.#sendPart(address, offset, { body, signal: lost.signal }).catch(() => {});
    await sleep(this.#random.next() * LOST_AFTER_MS);
    if (what === "server") await this.#kill();
    lost.abort();
    await sending;
    this.report.cut += 1;
  }

  /** A lost connection may still be held. */
  async #offsetOf(address: string): Promise<number> {
    const end = systemClock.monotonic() + LONGEST_MS;
    for (;;) {
      const answer = await this.#send("HEAD", address);
      if (answer.ok) return Number(answer.headers.get("upload-offset"));
      if (systemClock.monotonic() > end) throw new Error(`HEAD ${address}: ${answer.status}`);
      await sleep(WAIT_MS);
    }
  }

  async install(upload: string): Promise<void> {
    const { id } = await this.#begin(upload);
    await this.#succeeded(id);
    await this.#expectWhole();
  }

  #begin(upload: string): Promise<{ id: string }> {
    return this.#change("POST", "/administration/packs/install-upload", { upload_id: upload });
  }

  async verify(): Promise<void> {
    const { id } = await this.#change<{ id: string }>("POST", `/administration/packs/${NAME}/verify`, {});
    await this.#succeeded(id);
  }

  /** While it recognizes, it cannot be removed. */
  async use(): Promise<void> {
    const form = new FormData();
    form.set("file", new Blob([longRecording()]), "long.wav");
    form.set("model", "speech-v1.5");
    form.set("language", "it");
    let isOver = false;
    const recognizing = this.#ask("POST", "/audio/transcriptions", { body: form }).finally(() => {
      isOver = true;
    });
    while (!isOver && this.report.refusal === null) {
      const { data } = await this.#list();
      if (!data.find(({ id }) => id === NAME)?.kept_by.includes("in_use")) continue;
      const answer = await this.#send("DELETE", `/administration/packs/${NAME}`);
      if (answer.status === 409) this.report.refusal = (await answer.json()) as unknown;
      else this.report.violations.push(`a pack in use was removed: ${answer.status}`);
    }
    await recognizing;
  }

  /** The server's own check after a start may have it in use for a moment. */
  async remove(): Promise<void> {
    const end = systemClock.monotonic() + LONGEST_MS;
    for (;;) {
      const { status } = await this.#send("DELETE", `/administration/packs/${NAME}`);
      if (status === 204) break;
      if (status !== 409 || systemClock.monotonic() > end) throw new Error(`not removed: ${status}`);
      await sleep(WAIT_MS);
    }
    if (this.#visible().length > 0) this.report.violations.push("something stays of a removed pack");
  }

  async killedRound(moment: Moment): Promise<void> {
    await this.#reach[moment]();
    await this.stop();
    const before = this.#visible();
    if (before.length === 0) this.report.killed[moment] += 1;
    else this.report.late += 1;
    await this.#expectWhole();
    await this.start();
    if (before.join() !== this.#visible().join())
      this.report.violations.push("a start made a pack come or go");
    if (this.#onTheWay().length > 0) this.report.violations.push("something stays of a pack on its way");
    const { data, unusable } = await this.#list();
    if (unusable.length > 0) this.report.violations.push(JSON.stringify(unusable));
    if (data.some(({ id }) => id === NAME)) await this.remove();
  }

  /** Resolves in the middle of the step. */
  readonly #reach: Record<Moment, () => Promise<void>> = {
    sending: async () => {
      const address = await this.#announce();
      const parts = Math.floor(this.#random.next() * (PARTS - 1));
      let offset = 0;
      for (let part = 0; part < parts; part++) {
        await this.#sendPart(address, offset, { body: this.#part(offset) });
        offset = await this.#offsetOf(address);
      }
      const half = this.#part(offset).subarray(0, this.#part(offset).length / 2);
      void this.#sendPart(address, offset, {
        body: new ReadableStream({ start: (to) => to.enqueue(half) }),
      }).catch(() => {});
      await sleep(this.#random.next() * LOST_AFTER_MS);
    },
    fetching: async () => {
      const partial = () => bytesBelow(this.#arriving, (name) => name.startsWith(".partial-"));
      const [had, begins] = [partial(), this.#mirror.begins.length];
      await this.#change("POST", "/administration/packs/install", { pack: FETCHED });
      await this.#becomes(() => partial() > had);
      if ((this.#mirror.begins[begins] ?? 0) > 0) this.report.resumed += 1;
    },
    unpacking: async () => {
      await this.#begin(await this.send());
      // First a copy of the file, then what is in it.
      const bytes = this.#random.next() * 1.9 * this.archiveBytes;
      await this.#becomes(() => bytesBelow(this.#arriving, isOnTheWay) >= bytes);
    },
    checking: async () => {
      await this.#begin(await this.send());
      await this.#becomes(() => readdirSync(this.#arriving).includes(FOLDER));
      await sleep(this.#random.next() * CHECKED_AFTER_MS);
    },
  };

  /** Also once the pack has arrived: a step that is too short to be seen. */
  async #becomes(isReached: () => boolean): Promise<void> {
    const end = systemClock.monotonic() + LONGEST_MS;
    while (!isReached() && this.#visible().length === 0) {
      if (systemClock.monotonic() > end) throw new Error("the step was not reached");
      await sleep(1);
    }
  }

  get #arriving(): string {
    return join(this.#dataDir, "models", ".arriving");
  }

  #onTheWay(): string[] {
    return existsSync(this.#arriving) ? readdirSync(this.#arriving).filter(isOnTheWay) : [];
  }

  #visible(): string[] {
    const models = join(this.#dataDir, "models");
    return readdirSync(models).filter((name) => !name.startsWith("."));
  }

  async #expectWhole(): Promise<void> {
    for (const name of this.#visible()) {
      const wrong = await verifyPack(loadPack(join(this.#dataDir, "models", name)), () => {});
      if (name !== FOLDER || wrong.length > 0) this.report.violations.push(`half a pack: ${name} ${wrong}`);
    }
  }

  async #list(): Promise<{ data: { id: string; kept_by: string[] }[]; unusable: unknown[] }> {
    return bodyOf(await this.#ask("GET", "/administration/packs"));
  }

  async #succeeded(id: string): Promise<void> {
    const end = systemClock.monotonic() + LONGEST_MS;
    for (;;) {
      const task = await bodyOf<{ state: string }>(await this.#ask("GET", `/administration/tasks/${id}`));
      if (task.state === "succeeded") return;
      if (task.state !== "running" || systemClock.monotonic() > end) throw new Error(JSON.stringify(task));
      await sleep(WAIT_MS);
    }
  }

  async #change<T>(method: string, path: string, body: object): Promise<T> {
    const headers = { "Content-Type": "application/json" };
    return bodyOf(await this.#ask(method, path, { headers, body: JSON.stringify(body) }));
  }

  async #ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await this.#send(method, path, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async #send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const { url } = this.#server as ServerProcess;
    const origin = url.replace(/\/v1$/, "");
    const token = method === "GET" || method === "HEAD" ? "" : await this.#csrf();
    return fetch(url + path, {
      ...init,
      method,
      headers: {
        ...{ Cookie: `tiro_session=${this.#cookie}`, Origin: origin, "Tus-Resumable": "1.0.0" },
        ...(token && { "x-csrf-token": token }),
        ...(init.headers as Record<string, string>),
      },
    });
  }

  /** The same as long as the session lasts. */
  async #csrf(): Promise<string> {
    const form = /name="csrf" value="([^"]+)"/;
    this.#token ||= form.exec((await this.#visitor.get("/logout")).text)?.[1] ?? "";
    return this.#token;
  }
}

async function bodyOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}
