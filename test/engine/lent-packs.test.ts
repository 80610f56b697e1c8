/** A worker's offer: packs that were heard to work, and streams into them. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { requireHearing } from "../../src/cli/worker/hears.ts";
import { configSchema } from "../../src/config/schema.ts";
import { RunningRecognition } from "../../src/engine/recognition.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { childrenOf } from "../../src/lib/processes.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { builtinPackFolder } from "../../src/packs/builtin.ts";
import { loadPack } from "../../src/packs/load-pack.ts";
import { LentPacks } from "../../src/recognition/lent-packs.ts";
import { remoteModel } from "../../src/recognition/model-of-pack.ts";
import { isHost } from "../chaos/hosts.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { installPack, uninstallPack } from "../support/packs.ts";
import { RECORDING_WORDS } from "../support/transcription.ts";
import { clip } from "./support.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

test("a worker announces what it heard to work, and no stream gets anything else", async () => {
  const modelsDir = join(folder.path, "models");
  installPack(modelsDir, "own-de", ["de"]);
  installPack(modelsDir, "own-fr", ["fr"], { broken: true });
  installPack(modelsDir, "own-es", ["es"]);
  installPack(modelsDir, "own-it", ["it"]);
  const misheard = join(modelsDir, "own-es-1.0.0", "pack.json");
  writeFileSync(
    misheard,
    readFileSync(misheard, "utf8").replace(RECORDING_WORDS, "nothing like this was said"),
  );
  const config = configSchema.parse({
    data: { dir: folder.path },
    engine: { processes: 1, interactive_process: false },
    models: { default: "starter-en", pack: "starter-en" },
  });
  let changes = 0;
  const lent = new LentPacks({
    ...prepareNativeLibraries({ dataDir: folder.path }),
    ...{ config, logger: silentLogger, clock: systemClock },
    hostCommand: [...selfCommand(), "engine-host"],
    hears: (engine, recording, signal) => requireHearing(config, engine, recording, signal),
    onChange: () => changes++,
  });
  const names = () => lent.announced().map(({ id }) => id);
  const before = childrenOf(process.pid);
  try {
    await lent.lookAgain();
    expect(names()[0]).toBe("starter-en@1.0.0");
    expect(names()).toContain("own-de@1.0.0");
    expect(names().filter((id) => /own-(fr|es)/.test(id))).toEqual([]);
    expect(changes).toBeGreaterThan(0);
    const first = await onlyRecognizer(before);

    const starter = loadPack(builtinPackFolder(folder.path));
    const checksumOf = (id: string) => lent.announced().find((pack) => pack.id === id)?.checksum ?? "";
    const checksum = checksumOf(starter.name);
    const through = (id: string, sum: string) =>
      new RunningRecognition(
        {
          ...{ state: "ready", problem: null, processes: [], load: () => 0, close: () => {} },
          unavailable: () => new Error() as never,
          open: (opening, listener, signal) =>
            lent.openStream(id, sum, opening, { ...listener, settled: listener.settled as never }, signal),
        },
        { lane: "batch" },
        remoteModel(starter),
      ).run(speech());
    const { pieces } = await through(starter.name, checksum);
    expect(pieces.map(({ text }) => text).join(" ")).toBe(clip("synth_01_slt.wav").starterText);
    expect(recognizersSince(before)).toEqual([first]);
    const german = checksumOf("own-de@1.0.0");
    expect((await through("own-de@1.0.0", german)).pieces).toEqual(pieces);
    // Needed once, it stays, as on a server.
    expect(recognizersSince(before)).toHaveLength(2);
    // Damaged while it rested.
    const italian = checksumOf("own-it@1.0.0");
    writeFileSync(join(modelsDir, "own-it-1.0.0", "model.onnx"), "no model");
    const asked = changes;
    for (const [id, sum] of [
      ["own-it@1.0.0", italian],
      ["own-fr@1.0.0", checksum],
      [starter.name, checksum.replace(/./, "x")],
    ] as const)
      expect(await through(id, sum).catch((error) => error)).toMatchObject({ code: "engine_unavailable" });
    expect(names()).not.toContain("own-it@1.0.0");
    expect(changes).toBeGreaterThan(asked);

    uninstallPack(modelsDir, "own-de");
    await lent.lookAgain();
    expect(names()).not.toContain("own-de@1.0.0");
  } finally {
    await lent.close();
  }
});

function recognizersSince(before: readonly number[]): number[] {
  return childrenOf(process.pid).filter((pid) => !before.includes(pid) && isHost(pid, "engine-host"));
}

/** That of the first pack: others rest after their check. */
async function onlyRecognizer(before: readonly number[]): Promise<number> {
  await eventually(() => recognizersSince(before).length, 1);
  return recognizersSince(before)[0] ?? 0;
}

async function* speech(): AsyncGenerator<Int16Array> {
  yield clip("synth_01_slt.wav").samples;
}
