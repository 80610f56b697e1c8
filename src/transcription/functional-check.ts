/**
 * Every minute recorded speech goes the whole way of a transcription: spool, decode, queue, engine, formatting. If
 * there are workers, each takes its turn.
 * `/health/functional` reports its result. Never billed, never stored.
 */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { toIsoTime } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { isoTime } from "../lib/wire.ts";
import type { RoutedEngine } from "../recognition/routed-engine.ts";
import type { SpooledFile } from "../store/uploads/spool.ts";
import type { TranscriptionOptions } from "./deps.ts";
import { formatTranscription } from "./formats/format.ts";
import { recognizeRecording } from "./recognize-recording.ts";
import type { Transcription } from "./transcription.ts";
import { wordErrorRate } from "./word-error-rate.ts";

export const HealthStatus = z.enum(["ok", "degraded", "unavailable"]);

export const FunctionalHealth = z.object({
  status: HealthStatus.describe(
    "`ok`: the last success is fresh. `degraded`: it is, but the last run failed.",
  ),
  last_run_at: isoTime.nullable(),
  last_success_at: isoTime.nullable(),
  latency_ms: z
    .number()
    .nullable()
    .describe("Of the last run, from the file to the formatted answer, waiting included."),
  model_pack: z.string().nullable().describe("`id@version`"),
  expected_text: z.string().nullable(),
  text: z.string().nullable().describe("The words of the last run; null if it failed before."),
  word_error_rate: z.number().nullable(),
});
export type FunctionalHealth = z.infer<typeof FunctionalHealth>;

export interface FunctionalCheckDeps
  extends Pick<TranscriptionOptions, "spool" | "openAudio" | "queue" | "config" | "clock" | "logger"> {
  /** The checked packs, each in its turn; none if no pack can be used. */
  targets: () => readonly CheckTarget[];
}

interface CheckTarget {
  /** Null for this machine. */
  worker: string | null;
  engine: RoutedEngine;
  /** The words in it are known if the model recognizes their language; otherwise it need only succeed. */
  recording: { audioPath: string; text: string | null };
}

interface Heard {
  latencyMs: number;
  modelId: string;
  text: string;
  wordErrorRate: number | null;
}

/** Whose turns the check's are counted as. */
const PARTY = "functional check";

export class FunctionalCheck {
  readonly #deps: FunctionalCheckDeps;
  readonly #stop = new AbortController();
  #timer: ReturnType<typeof setInterval> | null = null;
  #run: Promise<void> | null = null;
  #lastRunAt: number | null = null;
  #lastSuccessAt: number | null = null;
  /** The same on the clock that does not jump. */
  #lastSuccessMs = Number.NEGATIVE_INFINITY;
  #last: Heard | null = null;
  #wasWell = false;
  #target: CheckTarget | null = null;
  #runs = 0;
  /** Those whose last check failed: a worker's name, or null for this machine. */
  readonly #failing = new Set<string | null>();

  constructor(deps: FunctionalCheckDeps) {
    this.#deps = deps;
  }

  /** Runs at once and then every minute. */
  start(): void {
    this.#timer = setInterval(() => void this.runOnce(), limits.functionalCheckEveryMs);
    this.#timer.unref();
    void this.runOnce();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#stop.abort(new TiroError("shutting_down", "The server is stopping."));
    await this.#run;
  }

  /** Resolves when the run has ended, well or not; a run that is under way is not doubled. */
  runOnce(): Promise<void> {
    this.#run ??= this.#check().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** How long ago the last success began; null if there was none. */
  get successAgeSeconds(): number | null {
    const ageMs = this.#deps.clock.monotonic() - this.#lastSuccessMs;
    return Number.isFinite(ageMs) ? ageMs / 1000 : null;
  }

  health(): FunctionalHealth {
    return {
      status: this.#status(),
      last_run_at: this.#lastRunAt === null ? null : toIsoTime(this.#lastRunAt),
      last_success_at: this.#lastSuccessAt === null ? null : toIsoTime(this.#lastSuccessAt),
      latency_ms: this.#last && Math.round(this.#last.latencyMs),
      model_pack: this.#last?.modelId ?? null,
      expected_text: (this.#target ?? this.#deps.targets()[0])?.recording.text ?? null,
      text: this.#last?.text ?? null,
      word_error_rate: this.#last?.wordErrorRate ?? null,
    };
  }

  #status(): FunctionalHealth["status"] {
    const ageMs = this.#deps.clock.monotonic() - this.#lastSuccessMs;
    if (ageMs >= limits.functionalSuccessAgeMs) return "unavailable";
    const failed = this.#deps.targets().some(({ worker }) => this.#failing.has(worker));
    return this.#wasWell && !failed ? "ok" : "degraded";
  }

  async #check(): Promise<void> {
    const { clock, logger } = this.#deps;
    const [startedAt, startedMs] = [clock.now(), clock.monotonic()];
    const targets = this.#deps.targets();
    this.#target = targets[this.#runs++ % targets.length] ?? null;
    const worker = this.#target?.worker ?? null;
    let isWell = false;
    try {
      const deadline = AbortSignal.timeout(limits.functionalCheckDeadlineMs);
      this.#last = await this.#hear(AbortSignal.any([deadline, this.#stop.signal]));
      const { wordErrorRate, modelId } = this.#last;
      isWell = (wordErrorRate ?? 0) <= limits.functionalWordErrorRate;
      if (isWell) {
        this.#lastSuccessAt = startedAt;
        this.#lastSuccessMs = startedMs;
      } else logger.error("functional_check_misheard", { wordErrorRate, model: modelId, worker });
    } catch (error) {
      this.#last = null;
      const hint = error instanceof TiroError ? error.extras.hint : undefined;
      if (!this.#stop.signal.aborted)
        logger.error("functional_check_failed", { cause: String(error), hint, worker });
    } finally {
      this.#lastRunAt = startedAt;
      this.#wasWell = isWell;
      if (isWell) this.#failing.delete(worker);
      else this.#failing.add(worker);
    }
  }

  async #hear(signal: AbortSignal): Promise<Heard> {
    const { clock } = this.#deps;
    const startedMs = clock.monotonic();
    const checked = this.#target;
    if (!checked) throw new TiroError("no_model_installed", "No model pack can be used.");
    const { recording } = checked;
    const file = await this.#receive(recording.audioPath);
    try {
      const transcription = await this.#transcribe(checked.engine, file, signal);
      const { text } = JSON.parse(formatTranscription(transcription, "json").body) as { text: string };
      return {
        latencyMs: clock.monotonic() - startedMs,
        modelId: transcription.modelId,
        text,
        wordErrorRate: recording.text === null ? null : wordErrorRate(recording.text, text),
      };
    } finally {
      await file.remove();
    }
  }

  /** As an upload arrives. */
  async #receive(audioPath: string): Promise<SpooledFile> {
    const writer = this.#deps.spool.create();
    try {
      for await (const block of Bun.file(audioPath).stream()) {
        writer.push(block);
        await writer.flushFull();
      }
      return await writer.finish();
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  async #transcribe(engine: RoutedEngine, file: SpooledFile, signal: AbortSignal): Promise<Transcription> {
    const { openAudio, queue, config } = this.#deps;
    const turn = await queue.enter({ lane: "short", party: PARTY, signal });
    try {
      const source = await openAudio(file, {
        maxDurationSeconds: limits.transcriptionDurationSeconds,
        deadlineMs: config.media.deadline_ms,
        signal,
      });
      const beforeBlock = () => turn.pass();
      // The recognizer that is always there: a check each minute must not keep the batch hosts from going.
      const lane = "interactive";
      return await recognizeRecording(engine, source, {
        language: null,
        prompt: null,
        punctuate: false,
        lane,
        signal,
        beforeBlock,
      });
    } finally {
      turn.end();
    }
  }
}
