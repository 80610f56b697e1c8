/** The executable's recognizers on a processor from before AVX, which QEMU stands in for. */
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { builtinPackFolder, MOONSHINE_PACK_ID } from "../../src/packs/builtin.ts";
import { loadPack } from "../../src/packs/load-pack.ts";
import { alignmentFor, modelOf } from "../../src/recognition/model-of-pack.ts";
import { blocks, clip, startEngine, textOf } from "../engine/support.ts";
import { EXECUTABLE } from "./executable.ts";

const EMULATOR = Bun.which("qemu-x86_64");
const isPossible = EMULATOR !== null && process.arch === "x64";
/** Intel's first generation of Core, of 2008. */
const OLD = [EMULATOR ?? "", "-cpu", "Nehalem"];

test.skipIf(!isPossible)("both networks of the English recognizer hear what was said", async () => {
  const pack = loadPack(builtinPackFolder(tmpdir(), MOONSHINE_PACK_ID));
  const engine = startEngine(
    // The fences would be the emulator's, which needs files that a recognizer does not.
    { processes: 1, interactive_process: false, sandbox: "off" },
    {
      model: modelOf(pack, tmpdir()),
      alignment: alignmentFor(pack, tmpdir()),
      hostCommand: [...OLD, EXECUTABLE, "engine-host"],
    },
  );
  try {
    const recognition = await engine.recognize(blocks(clip("synth_10_rms.wav").samples), {
      lane: "batch",
      language: "en",
    });
    expect(textOf(recognition).toLowerCase()).toContain("delete that");
    const words = recognition.pieces.flatMap((piece) => piece.words);
    expect(words.every(({ logProbs = [] }) => logProbs.length === 1)).toBe(true);
  } finally {
    await engine.close();
  }
});
