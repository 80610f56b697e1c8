/** Texts through a model that punctuates, seen from the parent: a lost host's unanswered texts go to the next one. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import type { PunctuateOptions } from "./engine.ts";
import type { Hosts } from "./hosts.ts";
import { encodeFrame, FRAME } from "./protocol.ts";

/** @throws the signal's reason, or `engine_unavailable`. @returns as many texts as were given. */
export async function runPunctuation(
  hosts: Hosts,
  texts: readonly string[],
  { lane, signal }: PunctuateOptions,
): Promise<string[]> {
  const answers: string[] = [];
  for (let losses = 0; answers.length < texts.length; ) {
    const over = Promise.withResolvers<{ reason: string; planned: boolean } | null>();
    const before = answers.length;
    const listener = {
      settled: ({ pieces }: { pieces: { text: string }[] }) =>
        answers.push(...pieces.map(({ text }) => text)),
      done: () => over.resolve(null),
      gone: (reason: string, planned: boolean) => over.resolve({ reason, planned }),
    };
    const opening = { lane, isText: true, startSample: 0, language: null, hotwords: [], phrases: [] };
    const stream = await hosts.open(opening, listener, signal);
    const abort = () => over.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      signal.throwIfAborted();
      for (const text of texts.slice(before))
        stream.send(encodeFrame(FRAME.text, stream.id, Buffer.from(text)));
      stream.end();
      const lost = await over.promise;
      losses = lost && !lost.planned ? (answers.length > before ? 1 : losses + 1) : losses;
      if (lost && losses >= limits.engineLossesWithoutProgress) throw lostTooOften(lost.reason);
      if (!lost && answers.length < texts.length) throw lostTooOften("it left texts unanswered");
    } finally {
      signal.removeEventListener("abort", abort);
      stream.abort();
    }
  }
  return answers;
}

function lostTooOften(reason: string): TiroError {
  return new TiroError("engine_unavailable", "Punctuation failed twice on this text; try again later.", {
    hint: reason,
  });
}
