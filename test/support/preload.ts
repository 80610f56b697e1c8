/**
 * Real recognizers and decoders take their time on a busy machine. In Bun 1.4.5 neither `timeout` in bunfig.toml nor a call in
 * a preload reaches more than the first file of a run, so that each file of tests makes the call as it is loaded; what a file
 * sets itself goes before it. scripts/test.ts sets the same on its command line.
 */

import { afterAll } from "bun:test";
import { plugin } from "bun";
import { endOfProcess } from "./end-of-process.ts";

const CALL = 'import { setDefaultTimeout as mayTake } from "bun:test"; mayTake(300_000); ';

plugin({
  name: "time of tests",
  setup(build) {
    build.onLoad({ filter: /\.test\.ts$/ }, async ({ path }) => ({
      // In its first line: the numbers of its lines stay.
      contents: CALL + (await Bun.file(path).text()),
      loader: "ts",
    }));
  },
});

// Runs once, after the last file: `bun test` emits no `exit`.
afterAll(async () => {
  for (const end of endOfProcess) await end();
});
