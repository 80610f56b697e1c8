/** What `tiro transcribe` says: text on standard output, everything about it on standard error. */
import { isKnownError } from "../../lib/errors.ts";
import { punctuatedTexts } from "../../recognition/punctuator.ts";
import type { Input } from "./inputs.ts";
import type { FinishedInput } from "./transcribe-input.ts";

export interface Reporter {
  done(input: Input, finished: FinishedInput): void;
  failed(input: Input, error: unknown): void;
  /** After the last one. @param tookMs for all of them. */
  summary(tookMs: number): void;
}

/** @param several names each recording before its text. */
export function reporterFor({ json = false }: { json?: boolean }, several: boolean): Reporter {
  let audioSeconds = 0;
  const count = (finished: FinishedInput) => {
    audioSeconds += finished.transcription.durationSeconds;
  };
  const summary = (tookMs: number) => {
    for (const { labels, value } of punctuatedTexts.counts)
      if (labels.outcome === "failed")
        process.stderr.write(
          `${value} of the texts have no punctuation: ${labels.pack} failed. Check it with tiro models verify.\n`,
        );
    if (process.stderr.isTTY !== true) return;
    const speed = audioSeconds / (tookMs / 1000);
    const took = (tookMs / 1000).toFixed(1);
    process.stderr.write(
      `${audioSeconds.toFixed(1)} s of audio in ${took} s (${speed.toFixed(0)} × real time)\n`,
    );
  };
  return json ? jsonReporter(count, summary) : textReporter(several, count, summary);
}

/** One JSON object a line for each recording, as soon as it is done. */
function jsonReporter(count: (finished: FinishedInput) => void, summary: Reporter["summary"]): Reporter {
  const write = (entry: object) => void process.stdout.write(`${JSON.stringify(entry)}\n`);
  return {
    done(input, finished) {
      count(finished);
      const { text, language, durationSeconds, modelId } = finished.transcription;
      write({
        file: input.label,
        text,
        language,
        duration_seconds: durationSeconds,
        took_seconds: finished.tookMs / 1000,
        model_pack: modelId,
        output: finished.output ?? null,
      });
    },
    failed(input, error) {
      const code = isKnownError(error) ? error.code : "internal_error";
      write({ file: input.label, error: { code, message: messageOf(error) } });
    },
    summary,
  };
}

function textReporter(
  several: boolean,
  count: (finished: FinishedInput) => void,
  summary: Reporter["summary"],
): Reporter {
  return {
    done(input, finished) {
      count(finished);
      if (finished.output !== undefined) return void process.stderr.write(`${finished.output}\n`);
      if (several) process.stdout.write(`${input.label}:\n`);
      const text = finished.body.endsWith("\n") ? finished.body : `${finished.body}\n`;
      process.stdout.write(several ? `${text}\n` : text);
    },
    failed(input, error) {
      process.stderr.write(`tiro: ${input.label}: ${messageOf(error)}\n`);
      const hint = isKnownError(error) ? error.extras.hint : undefined;
      if (hint) process.stderr.write(`      ${hint}\n`);
    },
    summary,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
