/** A text whose marks could not be set is answered as it was heard, and the answer says so. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { NotPunctuated } from "../../src/recognition/punctuator.ts";
import type { RoutedEngine } from "../../src/recognition/routed-engine.ts";
import { dictation } from "../support/dictation.ts";
import { holdingEngine } from "../support/engines.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { upload } from "../support/tenants.ts";

/** A dictation of one sentence needs no marks. */
const SAID = "we met again ".repeat(limits.dictationWordsForMarks).trim();

let server: TestServer;
let isLate = true;

beforeAll(async () => {
  const { engine: hearing, release } = holdingEngine(SAID);
  release();
  const engine = {
    ...hearing,
    recognize: async (...asked) => ({ ...(await hearing.recognize(...asked)), punctuated: false }),
    punctuate: async () => {
      if (isLate) throw new NotPunctuated("late");
      return null;
    },
  } satisfies typeof hearing & RoutedEngine;
  server = await startServer({ overrides: { engine } });
});
afterAll(() => server.close());

test.each([
  ["/audio/transcriptions", () => upload("json"), null],
  ["/dictations", () => dictation(), "rules"],
])("by the header Tiro-Formatting of POST %s", async (path, request, steps) => {
  for (isLate of [true, false]) {
    const answer = await server.call(path, request());
    const expected = [steps, ...(isLate ? ["punctuation;failed"] : [])].filter(Boolean).join(", ");
    expect([answer.status, answer.headers.get("tiro-formatting") ?? ""]).toEqual([200, expected]);
  }
});
