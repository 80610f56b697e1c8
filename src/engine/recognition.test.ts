import { expect, test } from "bun:test";
import type { HostPool } from "./host-pool.ts";
import type { Settled } from "./protocol.ts";
import { RunningRecognition } from "./recognition.ts";

type Piece = Omit<Settled["pieces"][number], "startSeconds" | "endSeconds" | "words">;

/** A host that has heard all of it at once. */
function hostThatSays(pieces: Piece[]): HostPool {
  const times = { startSeconds: 0, endSeconds: 1, words: [] };
  const open: HostPool["open"] = async (_opening, listener) => ({
    id: 1,
    send: () => {},
    end: () => {
      const all = pieces.map((piece) => ({ ...piece, ...times }));
      listener.settled({ untilSample: 0, speechSamples: 0, pieces: all });
      listener.done();
    },
    abort: () => {},
  });
  return { open } as HostPool;
}

const TABLE: [what: string, pieces: Piece[], language: string | null][] = [
  ["nothing", [], null],
  ["a model that does not say", [{ text: "abc", language: null }], null],
  [
    "the longer text",
    [
      { text: "ab", language: "de" },
      { text: "abc", language: "en" },
    ],
    "en",
  ],
  [
    "a short text that is sure against a long one that is not",
    [
      { text: "abcdef", language: "de", languageProbabilities: { de: 0.4, en: 0.35 } },
      { text: "abc", language: "en", languageProbabilities: { en: 1 } },
    ],
    "en",
  ],
];
test.each(TABLE)("the language heard: %s", async (_, pieces, language) => {
  const model = { id: "m@1.0.0", languages: ["de", "en"], takesHotwords: false, isAligned: false, files: {} };
  const recognition = new RunningRecognition(hostThatSays(pieces), { lane: "batch" }, model);
  const none = (async function* () {})();
  expect((await recognition.run(none)).language).toBe(language);
});
