import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { failure } from "../audio/support/collect.ts";
import { testFolder } from "../support/folders.ts";
import { bombs, writeBomb } from "./media-bombs.ts";

const folder = testFolder();

/** `bun run fuzz:media` lets them run into the product's own limit of four hours. */
const MAX_DURATION_SECONDS = 300;

test.each(bombs.map((bomb) => [bomb.name, bomb] as const))("ends within the bounds: %s", async (_, bomb) => {
  const path = writeBomb(folder, bomb);
  const error = await failure(path, { maxDurationSeconds: MAX_DURATION_SECONDS, deadlineMs: 50_000 });
  rmSync(path);
  expect(error.code).toBe(bomb.outcome);
});
