/**
 * A pack on its way to a real server, by the routes of administrators: its file is sent in parts, with lost connections, and
 * the server is killed (`kill -9`) at random moments while it arrives. Afterwards each pack is whole, or absent.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { MIB } from "../../src/lib/units.ts";
import { loadPack } from "../../src/packs/load-pack.ts";
import { verifyPack } from "../../src/packs/verify.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { Random } from "../chaos/random.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { installPack } from "../support/packs.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { Visitor } from "../support/visitor.ts";
import { tar } from "./tar.ts";

export interface PackDrillOptions {
  kills: number;
  seed: number;
  /** The other content of the pack. */
  mib: number;
  log: (line: string) => void;
}

export interface PackDrillReport {
  killed: number;
  /** Lost connections, and killed servers, between the parts of the file. */
  cut: number;
  /** Packs that arrived whole, also at the moment of a kill. */
  arrived: number;
  /** Why the pack in use could not be removed. */
  refusal: unknown;
  violations: string[];
}

const ID = "trial-it";
const NAME = `${ID}@1.0.0`;
const FOLDER = `${ID}-1.0.0`;
/** Of its file, so that there is something between them. */
const PARTS = 40;
const LOST_AFTER_MS = 100;
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
    while (drill.report.killed < kills) {
      await drill.killedRound(fullMs);
      if (drill.report.killed % 10 === 0) log(JSON.stringify(drill.report));
    }
    await drill.install(await drill.send({ isCut: true }));
    await drill.verify();
    await drill.use();
    await drill.remove();
    return drill.report;
  } finally {
    await drill.stop();
  }
}

class Drill {
  readonly report: PackDrillReport = { killed: 0, cut: 0, arrived: 0, refusal: null, violations: [] };
  readonly #folder: string;
  readonly #dataDir: string;
  readonly #random: Random;
  readonly #cookie: string;
  readonly #archive: string;
  #server: ServerProcess | null = null;
  #visitor = new Visitor("");

  constructor(folder: string, seed: number) {
    this.#folder = folder;
    this.#dataDir = join(folder, "data");
    this.#archive = join(folder, `${ID}.tar`);
    this.#random = new Random(seed);
    mkdirSync(this.#dataDir, { mode: 0o700 });
    this.#cookie = administratorOf(this.#dataDir);
  }

  get archiveBytes(): number {
    return statSync(this.#archive).size;
  }

  /** A pack whose further weights no recognizer needs. */
  makeArchive(mib: number): void {
    const from = join(this.#folder, "made");
    mkdirSync(from);
    installPack(from, ID, ["it"]);
    const place = join(from, FOLDER);
    const weights = join(place, "more.weights");
    writeFileSync(weights, "");
    const block = Buffer.alloc(MIB, "weights that nobody reads. ");
    const file = openSync(weights, "a");
    const sum = new Bun.CryptoHasher("sha256");
    for (let written = 0; written < mib; written++) {
      writeSync(file, block);
      sum.update(block);
    }
    closeSync(file);
    const manifest = JSON.parse(readFileSync(join(place, "pack.json"), "utf8"));
    const more = { path: "more.weights", bytes: mib * MIB, sha256: sum.digest("hex") };
    writeFileSync(join(place, "pack.json"), JSON.stringify({ ...manifest, external_data: [more] }));
    packUp(place, this.#archive);
  }

  async start(): Promise<void> {
    this.#server = await startServerProcess({
      dataDir: this.#dataDir,
      settings: { TIRO_MODELS_DEFAULT: "starter-en", TIRO_RECORDINGS_UPLOAD_MIB: "2048" },
    });
    this.#visitor = new Visitor(this.#server.url.replace(/\/v1$/, ""));
    this.#visitor.cookies.set("tiro_session", this.#cookie);
  }

  async stop(): Promise<void> {
    await this.#server?.kill();
    this.#server = null;
  }

  async #kill(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** @param isCut whether a connection is lost and the server killed in between. @returns the upload's id. */
  async send({ isCut = false } = {}): Promise<string> {
    const made = await this.#ask("POST", "/uploads", {
      headers: {
        "Upload-Length": String(this.archiveBytes),
        "Upload-Metadata": `filename ${btoa("trial.tar")}`,
      },
    });
    const address = (made.headers.get("location") ?? "").replace(/^.*\/v1/, "");
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
    this.report.arrived += 1;
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

  /** Killed at a moment of sending or arriving, or right after. */
  async killedRound(fullMs: number): Promise<void> {
    const working = (async () => {
      const { id } = await this.#begin(await this.send());
      await this.#succeeded(id);
    })().catch(() => {});
    await sleep(this.#random.next() * fullMs * 1.2);
    await this.stop();
    await working;
    this.report.killed += 1;
    const before = this.#visible();
    await this.#expectWhole();
    await this.start();
    if (before.join() !== this.#visible().join())
      this.report.violations.push("a start made a pack come or go");
    const { data, unusable } = await this.#list();
    if (unusable.length > 0) this.report.violations.push(JSON.stringify(unusable));
    if (!data.some(({ id }) => id === NAME)) return;
    this.report.arrived += 1;
    await this.remove();
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

  async #csrf(): Promise<string> {
    return /name="csrf" value="([^"]+)"/.exec((await this.#visitor.get("/logout")).text)?.[1] ?? "";
  }
}

async function bodyOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

/** The session of somebody who may change packs. */
function administratorOf(dataDir: string): string {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  try {
    const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
    const user = addUser(deps, { email: "ada@acme.test", name: "Ada" });
    setServerRole(deps, user.id, "administrator");
    return beginBrowserSession(deps, user, { methods: ["passkey"], address: "::1", userAgent: "Drill" });
  } finally {
    db.close();
  }
}

/** File by file, because all of it might not fit into memory. */
function packUp(place: string, archive: string): void {
  const out = openSync(archive, "w");
  for (const name of readdirSync(place)) {
    const { size } = statSync(join(place, name));
    writeSync(out, tar([{ name: `trial/${name}`, claimedBytes: size }], { end: false }));
    const file = openSync(join(place, name), "r");
    const block = Buffer.alloc(MIB);
    for (let read = readSync(file, block); read > 0; read = readSync(file, block))
      writeSync(out, block, 0, read);
    closeSync(file);
    writeSync(out, Buffer.alloc((512 - (size % 512)) % 512));
  }
  writeSync(out, Buffer.alloc(1024));
  closeSync(out);
}

/** Five minutes of what the check recording says, over and over. */
function longRecording(): Buffer {
  const wav = readFileSync(join(import.meta.dir, "../../models/starter-en/check.wav"));
  const samples = wav.subarray(44);
  const all = Buffer.concat(Array.from({ length: 80 }, () => samples));
  const head = Buffer.from(wav.subarray(0, 44));
  head.writeUInt32LE(36 + all.length, 4);
  head.writeUInt32LE(all.length, 40);
  return Buffer.concat([head, all]);
}
