/**
 * One watched folder, or a prefix of a bucket. A recording is known by its place and its content: what was taken is
 * written down, with the id of its job, before the job is made, so that a kill at any point neither transcribes nor bills
 * it twice.
 */
import { hash } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import { WATCH } from "../accounts/authentication/principal.ts";
import { findOrganization } from "../accounts/organizations/organizations.ts";
import { findUser } from "../accounts/people/users.ts";
import { limits } from "../config/limits.ts";
import type { WatchedFolder } from "../config/watch-schema.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/units.ts";
import { transact } from "../store/database/write-lock.ts";
import type { Db } from "../store/db.ts";
import { jobById } from "../store/transcription/jobs.ts";
import type { SpooledFile } from "../store/uploads/spool.ts";
import {
  forgetWatchedFile,
  nextPlaces,
  putWatchedFile,
  type WatchedFile,
  watchedFile,
} from "../store/watch/watched-files.ts";
import { keepsNothing } from "../transcription/policy.ts";
import type { TranscriptionUseCases } from "../transcription/use-cases.ts";
import type { Recording, RecordingSource } from "./source.ts";

export interface WatchDeps {
  db: Db;
  clock: Clock;
  transcription: Pick<TranscriptionUseCases, "uploads" | "createJob" | "getResult">;
  settleMs: number;
}

/** `busy`: its job runs. `waits`: for its turn, or until it is complete. */
type Step = "done" | "busy" | "waits";

interface Seen {
  version: string;
  sinceMs: number;
  isDone: boolean;
  /** Number of the last whole look that met it. */
  look: number;
}

export interface Look {
  /** Whether all that lies there is read, or only what is known from then is brought on. */
  isWhole: boolean;
  stopping: () => boolean;
}

export class WatchFolder {
  readonly #deps: WatchDeps;
  readonly #settings: WatchedFolder;
  readonly #source: RecordingSource;
  readonly #folder: Buffer;
  /** Names that are there, by the last whole look or the one under way. */
  readonly #seen = new Map<string, Seen>();
  /** Of those: recordings whose jobs run, and recordings that are to be taken. */
  readonly #running = new Map<string, Recording>();
  readonly #waiting = new Map<string, Recording>();
  #looks = 0;
  /** Nothing more is taken in this look. */
  #isFull = false;
  #forgottenAt = Number.NEGATIVE_INFINITY;

  constructor(deps: WatchDeps, settings: WatchedFolder, source: RecordingSource) {
    this.#deps = deps;
    this.#source = source;
    this.#settings = settings;
    this.#folder = hash("sha256", settings.dir, "buffer");
  }

  get dir(): string {
    return this.#settings.dir;
  }

  /** Recordings that wait for their turn or their result. */
  get waiting(): number {
    return this.#running.size + this.#waiting.size;
  }

  /**
   * Takes what is complete, and brings to an end what was transcribed.
   * @throws the file system's errors; TiroError if the account may not.
   */
  async look({ isWhole, stopping }: Look): Promise<void> {
    const accountId = this.#account();
    const problem = isWhole
      ? await this.#lookAtAll(accountId, stopping)
      : await this.#goOn(accountId, stopping);
    if (problem !== null) throw problem;
  }

  /**
   * In slices, between which others have the processor, and what runs or comes next is brought on.
   * @returns the first problem; null if there was none.
   */
  async #lookAtAll(accountId: string, stopping: () => boolean): Promise<unknown> {
    const { clock } = this.#deps;
    this.#isFull = false;
    this.#looks += 1;
    let problem: unknown = null;
    let restedAt = clock.monotonic();
    let wentOnAt = restedAt;
    for await (const recording of this.#source.recordings()) {
      if (stopping()) return problem;
      const known = this.#note(recording);
      const fault = known.isDone ? null : await this.#bringOn(accountId, recording, known);
      problem ??= fault;
      if (clock.monotonic() - restedAt < limits.watchSliceMs) continue;
      await rest();
      if (clock.monotonic() - wentOnAt >= limits.watchGoOnMs) {
        problem ??= await this.#goOn(accountId, stopping);
        wentOnAt = clock.monotonic();
      }
      restedAt = clock.monotonic();
    }
    await this.#dropGone();
    await this.#forget();
    return problem;
  }

  /** Drops entries that this look did not meet. */
  async #dropGone(): Promise<void> {
    let compared = 0;
    for (const [name, { look }] of this.#seen) {
      compared += 1;
      if (compared % limits.watchNamesAtOnce === 0) await setImmediate();
      if (look === this.#looks) continue;
      for (const known of [this.#seen, this.#running, this.#waiting]) known.delete(name);
    }
  }

  /**
   * As many as have room, and few of those that wait: a folder may hold very many.
   * @returns the first problem; null if there was none.
   */
  async #goOn(accountId: string, stopping: () => boolean): Promise<unknown> {
    this.#isFull = false;
    let problem: unknown = null;
    const next = [...this.#running.values(), ...this.#waiting.values().take(limits.watchLooksBetween)];
    for (const recording of next) {
      const known = this.#seen.get(recording.name);
      if (stopping()) break;
      if (known === undefined) continue;
      const fault = await this.#bringOn(accountId, recording, known);
      problem ??= fault;
    }
    return problem;
  }

  /**
   * One step on. One that cannot be read, or a full queue, keeps no other from its turn: it waits after them.
   * @returns what it failed with; null if it did not.
   */
  async #bringOn(accountId: string, recording: Recording, known: Seen): Promise<unknown> {
    const { name } = recording;
    this.#running.delete(name);
    this.#waiting.delete(name);
    let step: Step = "waits";
    let problem: unknown = null;
    try {
      step = await this.#go(accountId, recording, known);
    } catch (error) {
      problem = error;
    }
    known.isDone = step === "done";
    if (step === "busy") this.#running.set(name, recording);
    if (step === "waits") this.#waiting.set(name, recording);
    return problem;
  }

  #note({ name, version }: Recording): Seen {
    let known = this.#seen.get(name);
    if (known?.version !== version)
      known = { version, sinceMs: this.#deps.clock.monotonic(), isDone: false, look: this.#looks };
    known.look = this.#looks;
    this.#seen.set(name, known);
    return known;
  }

  /** @throws TiroError. */
  #account(): string {
    const { db } = this.#deps;
    const { account } = this.#settings;
    const isPerson = account.includes("@") || account.startsWith("usr_");
    const { id, disabledAt } = isPerson ? findUser(db, account) : findOrganization(db, account);
    if (disabledAt !== null) throw new TiroError("account_disabled", `${account} is disabled.`);
    if (!keepsNothing(db, id)) return id;
    throw new TiroError("invalid_request", `${account} is under zero retention: no result may be written.`, {
      hint: "Take the folder out of watch.folders.",
    });
  }

  /** One step on. */
  async #go(accountId: string, recording: Recording, { sinceMs }: Seen): Promise<Step> {
    const { db, clock, settleMs } = this.#deps;
    const place = this.#placeOf(recording.name);
    const row = watchedFile(db, place);
    if (row !== null && row.state !== "taken" && row.version === recording.version)
      return row.state === "done" ? "done" : this.#dispose(recording, row);
    if (row?.state === "taken" && jobById(db, row.jobId) !== null)
      return this.#finish(accountId, recording, row);
    const isSettled =
      clock.monotonic() - sinceMs >= settleMs && Math.abs(clock.now() - recording.modifiedMs) >= settleMs;
    if (!isSettled || this.#isFull || this.#running.size >= limits.watchJobsAtOnce) return "waits";
    return this.#take(accountId, recording, { place, row });
  }

  async #take(
    accountId: string,
    recording: Recording,
    { place, row }: { place: Buffer; row: WatchedFile | null },
  ): Promise<Step> {
    const { transcription } = this.#deps;
    const { version, bytes } = recording;
    const now = {
      place,
      folder: this.#folder,
      sha256: "",
      version,
      jobId: newId("req"),
      state: "taken",
    } as const;
    if (bytes > limits.transcriptionFileBytes)
      return this.#fail(recording, now, {
        code: "file_too_large",
        message: `A recording can have at most ${limits.transcriptionFileBytes} bytes.`,
      });
    const file = await this.#source.copy(recording, transcription.uploads(accountId));
    if (file === null) return "waits";
    const { sha256 } = file;
    if (row !== null && row.state !== "taken" && row.sha256 === sha256) {
      // Touched, or copied over itself: the same recording in the same place.
      await file.remove();
      await this.#put({ ...row, version });
      return "done";
    }
    const taken = { ...now, sha256 };
    await this.#put(taken);
    return this.#transcribe(accountId, recording, { taken, file });
  }

  async #transcribe(
    accountId: string,
    recording: Recording,
    { taken, file }: { taken: WatchedFile; file: SpooledFile },
  ): Promise<Step> {
    const { db, transcription } = this.#deps;
    const { format, language } = this.#settings;
    const fields: [string, string][] = [
      ["model", "speech-v1.5"],
      ["response_format", format],
      ...(language === undefined ? [] : [["language", language] as [string, string]]),
    ];
    const account = { id: accountId, keyId: WATCH };
    const signal = new AbortController().signal;
    const request = { requestId: taken.jobId, account, fields, file, idempotencyKey: null, signal };
    try {
      await transcription.createJob(request);
      return "busy";
    } catch (error) {
      // Never stored, so nothing runs and nothing is billed.
      if (!(error instanceof TiroError) || !isOfRecording(error)) {
        this.#isFull = true;
        await transact(db, () => forgetWatchedFile(db, taken.place));
        throw error;
      }
      return this.#fail(recording, taken, error);
    }
  }

  /** Handles the end of its job; one that was cancelled is not tried again until the recording changes. */
  async #finish(accountId: string, recording: Recording, row: WatchedFile): Promise<Step> {
    const { db, transcription } = this.#deps;
    const job = jobById(db, row.jobId);
    if (job === null || job.status === "queued") return "busy";
    const { name, mode } = recording;
    let body: string;
    try {
      body = transcription.getResult(accountId, row.jobId).body;
    } catch (error) {
      if (!(error instanceof TiroError)) throw error;
      const { errorCode, errorMessage } = job;
      return this.#fail(recording, row, {
        code: errorCode ?? error.code,
        message: errorMessage ?? error.message,
      });
    }
    await this.#source.write(`${name}.${EXTENSIONS[this.#settings.format]}`, body, mode);
    await this.#source.delete(failureName(name));
    const written = { ...row, state: "written" } as const;
    await this.#put(written);
    return this.#dispose(recording, written);
  }

  /** One that changed while it was transcribed stays, and is transcribed anew. */
  async #dispose({ name }: Recording, row: WatchedFile): Promise<Step> {
    const { originals } = this.#settings;
    const isSame = await this.#source.isUnchanged(name, row.version);
    if (isSame && originals === "remove") await this.#source.delete(name);
    if (isSame && originals === "move") await this.#source.move(name);
    await this.#put({ ...row, state: "done" });
    return isSame ? "done" : "waits";
  }

  /** Written beside the recording, which stays; it is not tried again until it changes. */
  async #fail(
    { name, mode }: Recording,
    row: WatchedFile,
    { code, message }: { code: string; message: string },
  ): Promise<Step> {
    await this.#source.write(failureName(name), `${code}: ${message}\n`, mode);
    await this.#put({ ...row, state: "done" });
    return "done";
  }

  async #put(file: WatchedFile): Promise<void> {
    const { db, clock } = this.#deps;
    await transact(db, () => putWatchedFile(db, file, clock.now()));
  }

  /** Forgets recordings that left the folder long ago. */
  async #forget(): Promise<void> {
    const { db, clock } = this.#deps;
    if (clock.monotonic() - this.#forgottenAt < DAY_MS) return;
    this.#forgottenAt = clock.monotonic();
    const there = new Set<string>();
    for (const name of this.#seen.keys()) {
      there.add(this.#placeOf(name).toString("latin1"));
      if (there.size % limits.watchNamesAtOnce === 0) await rest();
    }
    const before = clock.forAges() - DAY_MS;
    for (let after: Buffer = Buffer.alloc(0); ; await rest()) {
      const asked = { folder: this.#folder, before, after, limit: limits.watchNamesAtOnce };
      const places = nextPlaces(db, asked);
      for (const { place, isDone } of places)
        if (isDone === 1 && !there.has(place.toString("latin1")))
          await transact(db, () => forgetWatchedFile(db, place));
      const last = places.at(-1);
      if (last === undefined) return;
      after = last.place;
    }
  }

  #placeOf(name: string): Buffer {
    return hash("sha256", `${this.dir}\0${name}`, "buffer");
  }
}

/** Others have the processor. */
const rest = () => setTimeout(limits.watchSliceMs * limits.watchSliceRestFactor);

const EXTENSIONS = { text: "txt", json: "json", srt: "srt", vtt: "vtt", verbose_json: "json" } as const;

function failureName(name: string): string {
  return `${name}.error.txt`;
}

const OF_RECORDING = new Set([
  "invalid_audio",
  "audio_too_long",
  "audio_too_short",
  "unsupported_media_type",
  "file_too_large",
]);

/** Faults of the recording itself; anything else may pass, or is the operator's to mend. */
function isOfRecording({ code }: TiroError): boolean {
  return OF_RECORDING.has(code);
}
