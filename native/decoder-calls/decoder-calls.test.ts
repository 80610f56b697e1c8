import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  compileDecoderCalls,
  decoderCallsOf,
  installedCompiler,
  sourcesSha256,
} from "../../scripts/build/decoder-calls.ts";
import { TARGETS } from "../../scripts/build/targets.ts";

test.each(TARGETS)(
  "for $name it is made from these sources, and needs no library",
  ({ arch, elfMachine }) => {
    const file = readFileSync(decoderCallsOf(arch));
    expect(file.readUInt16LE(18)).toBe(elfMachine);
    expect(file.includes(sourcesSha256())).toBe(true);
    // Else it would begin with the names of those: libc.so.6 and the like.
    expect(file.includes(".so")).toBe(false);
  },
);

// Of 355 MB, which nobody fetches for a test: `bun run decoder-calls` does.
const compiler = installedCompiler();
test.skipIf(compiler === null).each(TARGETS)("for $name it is what they compile to", ({ arch }) => {
  const folder = mkdtempSync(join(tmpdir(), "tiro-decoder-calls-"));
  try {
    const outfile = join(folder, "compiled.node");
    compileDecoderCalls(compiler as string, arch, outfile);
    expect(readFileSync(outfile).equals(readFileSync(decoderCallsOf(arch)))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
