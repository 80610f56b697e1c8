/**
 * The life of one recording that is being worked on: what is known of it, and how far it is. Only its own methods
 * change it.
 *
 *     waiting ⇄ working → over        call → job
 */
import type { SpooledFile } from "../store/uploads/spool.ts";
import type { Claim } from "../work/idempotency.ts";
import type { Answer, CreateRequest } from "../work/request.ts";
import type { TurnLane } from "../work/turns.ts";
import type { Follower } from "./following.ts";
import type { TranscriptionParameters } from "./parameters.ts";
import type { Transcription } from "./transcription.ts";

/**
 * `waiting` for a turn, or for the next attempt; `working` once an attempt began with the audio; `over` when nothing
 * more will be done: its result is committed, or it failed.
 */
type State = "waiting" | "working" | "over";

const NEXT: Readonly<Record<State, readonly State[]>> = {
  waiting: ["working", "over"],
  working: ["waiting", "over"],
  over: [],
};

/** The result of a look into the recording. */
export interface Inspection {
  lane: TurnLane;
  /** The duration in its container; null if it says nothing. */
  statedDurationSeconds: number | null;
}

/** A stored job. */
interface StoredWork {
  attempts: number;
  /** Processor time of the decoders of earlier attempts. */
  decodedMs: number;
  statedDurationSeconds: number | null;
  transcription: Transcription | null;
}

export interface NewWork {
  /** Of the request that brought it, and of the job that it becomes. */
  id: string;
  account: CreateRequest["account"];
  parameters: TranscriptionParameters;
  file: SpooledFile;
  createdAtMs: number;
  /** The key of a synchronous call, which the result answers. */
  claim?: Claim | null;
  /** If it is no job: who follows the call. */
  follower?: Follower | null;
  /** Given where it is a stored job from the start. */
  job?: StoredWork;
}

export class Work {
  readonly id: string;
  readonly account: CreateRequest["account"];
  readonly parameters: TranscriptionParameters;
  readonly file: SpooledFile;
  readonly createdAtMs: number;
  readonly claim: Claim | null;
  readonly follower: Follower | null;
  readonly #abort = new AbortController();
  readonly #outcome = Promise.withResolvers<Answer>();
  #state: State = "waiting";
  #isJob: boolean;
  #attempts: number;
  #inspection: Inspection | null;
  #transcription: Transcription | null;
  #decodedMs: number;

  constructor({ id, account, parameters, file, createdAtMs, claim = null, follower = null, job }: NewWork) {
    this.id = id;
    this.account = account;
    this.parameters = parameters;
    this.file = file;
    this.createdAtMs = createdAtMs;
    this.claim = claim;
    this.follower = follower;
    this.#isJob = job !== undefined;
    this.#attempts = job?.attempts ?? 0;
    this.#decodedMs = job?.decodedMs ?? 0;
    this.#inspection = job ? { lane: "job", statedDurationSeconds: job.statedDurationSeconds } : null;
    this.#transcription = job?.transcription ?? null;
    // The waiting caller handles the failure; a job may have nobody waiting, and its row says how it ended.
    this.#outcome.promise.catch(() => {});
  }

  get outcome(): Promise<Answer> {
    return this.#outcome.promise;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isOver(): boolean {
    return this.#state === "over";
  }

  get isWorking(): boolean {
    return this.#state === "working";
  }

  /** Whether a job's row stands in the database. */
  get isJob(): boolean {
    return this.#isJob;
  }

  /** How often work on it began and failed. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Null until the recording was looked into. */
  get inspection(): Inspection | null {
    return this.#inspection;
  }

  /** Its recognized text, once that is done: no failure of a later step makes it begin again. */
  get transcription(): Transcription | null {
    return this.#transcription;
  }

  /** Processor time of the decoders of all attempts, in milliseconds. */
  get decodedMs(): number {
    return this.#decodedMs;
  }

  decoded(workedMs: number): void {
    this.#decodedMs += workedMs;
  }

  inspected(inspection: Inspection): void {
    this.#inspection = inspection;
  }

  recognized(transcription: Transcription): void {
    this.#transcription = transcription;
  }

  /** Fine to call at each block of audio, and by one that comes after the end. */
  begin(): void {
    if (this.#state === "waiting") this.#become("working");
  }

  /** An attempt failed, and another may follow. @returns whether it had begun with the audio, and so counts. */
  fail(): boolean {
    if (!this.rest()) return false;
    this.#attempts += 1;
    return true;
  }

  /** An attempt came to nothing, which says nothing about the recording. @returns whether it had begun with the audio. */
  rest(): boolean {
    if (this.#state !== "working") return false;
    this.#become("waiting");
    return true;
  }

  /** Call it once the job's row is committed. */
  becomeJob(): void {
    if (this.#isJob || this.isOver) throw new Error("only a call that is under way becomes a job");
    this.#isJob = true;
  }

  abort(reason: unknown): void {
    this.#abort.abort(reason);
  }

  end(): void {
    this.#become("over");
  }

  /** Gives those who wait what all that is still to be done comes to. */
  settleWith(done: Promise<Answer>): void {
    done.then(this.#outcome.resolve, this.#outcome.reject);
  }

  #become(state: State): void {
    if (!NEXT[this.#state].includes(state))
      throw new Error(`a work that is ${this.#state} cannot become ${state}`);
    this.#state = state;
  }
}
