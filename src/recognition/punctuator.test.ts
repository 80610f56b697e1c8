import { afterEach, expect, mock, spyOn, test } from "bun:test";
import type { Lane } from "../engine/engine.ts";
import type { InstalledPacks, LoadablePack } from "./installed-packs.ts";
import type { LoadedPacks } from "./loaded-packs.ts";
import { NotPunctuated, Punctuator } from "./punctuator.ts";

const WORDS = "we met and then left".split(" ").map((text) => ({ text, pauseSeconds: 0 }));

afterEach(() => mock.restore());

/** Sets marks with a pack for which it waits until its caller gives up, if that is too late already. */
function punctuate(lane: Lane, punctuator = new Punctuator(site())) {
  // Time flies: every deadline is over as soon as it is set.
  spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new Error("late")));
  return punctuator.punctuate(WORDS, { language: "en", lane });
}

const waits: unknown[] = [];

function site(): ConstructorParameters<typeof Punctuator>[0] {
  const pack = { name: "marks@1", manifest: { id: "marks", kind: "offline_punctuation", languages: ["en"] } };
  const engine = { punctuateTexts: async (texts: readonly string[]) => texts.map((text) => `${text}.`) };
  const loaded = {
    acquire: async (_: unknown, stop: AbortSignal | undefined, options: { waitMs?: number }) => {
      waits.push(options.waitMs);
      stop?.throwIfAborted();
      return { engine, release: () => {} };
    },
  };
  return {
    installed: { now: { punctuators: [pack] } } as unknown as InstalledPacks,
    loaded: loaded as unknown as LoadedPacks<LoadablePack>,
    choice: "auto",
    logger: { error: () => {} } as never,
  };
}

test("a dictation goes without marks if they are late; other work waits for them and for memory", async () => {
  await expect(punctuate("interactive")).rejects.toThrow(NotPunctuated);
  const marked = await punctuate("batch");
  expect(marked?.map(({ text, marks }) => text + marks).join(" ")).toBe("We met and then left.");
  expect(waits.splice(0)).toEqual([0, undefined]);
});
