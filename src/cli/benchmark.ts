/** `tiro benchmark`: how fast this machine is, and how many people it is enough for. */
import { Command } from "commander";
import { limits } from "../config/limits.ts";
import type { LoadedConfig } from "../config/load.ts";
import { readMachine } from "../engine/machine.ts";
import { TiroError } from "../lib/errors.ts";
import { checkRecording } from "../packs/builtin.ts";
import { findNamedPack } from "../packs/choose-pack.ts";
import { requireRecognizer } from "../packs/load-pack.ts";
import { defaultPackOf, packPlaces } from "../recognition/open-router.ts";
import { startBenchServer } from "./benchmark/bench-server.ts";
import { type Measurement, measure } from "./benchmark/measure.ts";
import { peakMemory } from "./benchmark/memory.ts";
import { readRecordings } from "./benchmark/recordings.ts";
import { type BenchmarkReport, predictions, printReport, reportJson } from "./benchmark/report.ts";
import { EXIT } from "./exit-codes.ts";
import { reportFailure } from "./failure.ts";
import { positiveNumber, wholeNumber } from "./support/arguments.ts";
import { printJson } from "./support/output.ts";
import { openSteps } from "./support/progress.ts";
import { unpackFolder } from "./support/recognizer.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";

interface BenchmarkFlags extends SiteFlags {
  pack?: string;
  audio?: string;
  clients: number;
  seconds: number;
  minutes: number;
  p95: number;
  people?: number;
}

export function buildCommand(): Command {
  const command = new Command("benchmark")
    .description(
      "Measures this machine with a server of its own: dictations by 1, 2, 4 … clients, memory; and says for how many people it is enough. Nothing is stored. Other work on the machine counts against it.",
    )
    .option("--pack <pack>", "an installed pack: id or id@version (default: the one a server loads)")
    .option("--audio <path>", "your own recordings, a file or a folder (default: the pack's check recording)")
    .option("--clients <number>", "the most clients at once", wholeNumber, 8)
    .option("--seconds <seconds>", "how long for each number of clients, at least", wholeNumber, 10)
    .option("--minutes <minutes>", "what one person dictates a day", positiveNumber, 30)
    .option("--p95 <seconds>", "how long 95 in 100 dictations may take", positiveNumber, 2)
    .option("--people <number>", "also predict for so many people", wholeNumber);
  return addSiteOptions(command).action(benchmark);
}

async function benchmark(flags: BenchmarkFlags): Promise<void> {
  if (flags.clients < 1 || flags.clients > limits.benchmarkClients)
    throw new TiroError("invalid_request", `--clients must be from 1 to ${limits.benchmarkClients}.`);
  const loaded = siteConfig({ config: flags.config, data: flags.data });
  const abort = new AbortController();
  const interrupt = () => abort.abort(new TiroError("shutting_down", "Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const report = await run(loaded, flags, abort.signal);
    if (flags.json) printJson(reportJson(report));
    else printReport(report);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    reportFailure(abort.signal.reason);
    process.exitCode = EXIT.interrupted;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

async function run(
  loaded: LoadedConfig,
  flags: BenchmarkFlags,
  signal: AbortSignal,
): Promise<BenchmarkReport> {
  const config = { ...loaded.config, data: { dir: unpackFolder(loaded.config) } };
  const places = packPlaces(config);
  const pack = requireRecognizer(
    flags.pack === undefined ? defaultPackOf(config) : findNamedPack(places, flags.pack),
  );
  const audio = flags.audio ?? checkRecording(pack, config.data.dir).audioPath;
  const recordings = await readRecordings([audio], config);
  const steps = openSteps("benchmark");
  const server = await startBenchServer({ ...loaded, config }, flags.clients, pack.manifest.id);
  let measured: { result: Measurement; peakBytes: number };
  try {
    measured = await peakMemory(server.pid, () =>
      measure(server, recordings, {
        ...flags,
        signal,
        onRound: (round, rounds) => steps.update("measuring", round / rounds, pack.name),
      }),
    );
  } finally {
    steps.close();
    await server.stop();
  }
  const { result: measurement, peakBytes } = measured;
  const facts = {
    machine: readMachine(),
    pack: pack.name,
    recordings: recordings.length,
    measurement,
    peakBytes,
  };
  return { ...facts, ...predictions(measurement, flags) };
}
