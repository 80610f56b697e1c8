/** Everything about recognition that the use cases and doors of a running server work with. */
import type { Engine } from "../engine/engine.ts";
import type { LiveEngine } from "../engine/live.ts";
import type { ModelCost } from "../engine/sizing.ts";
import type { Cluster } from "../engine/workers/cluster.ts";
import { TiroError } from "../lib/errors.ts";
import { languagesOf } from "../lib/languages.ts";
import { builtinPackFolder, checkRecording } from "../packs/builtin.ts";
import { type CheckRecording, loadPack, type RecognizerPack, requireRecognizer } from "../packs/load-pack.ts";
import { type Checked, checkedOnWorkers } from "./check-workers.ts";
import type { ChoosablePack, InstalledPack } from "./choose.ts";
import { InstalledPacks, isHere } from "./installed-packs.ts";
import { packCost } from "./model-of-pack.ts";
import type { RoutedEngine } from "./routed-engine.ts";
import type { SpeechRouter } from "./speech-router.ts";

/** Beside those in use, for as long as nobody closes it. */
export interface TrialEngine {
  engine: RoutedEngine;
  recording: CheckRecording;
  close(): Promise<void>;
}

export interface CheckTarget {
  /** Null for this machine. */
  worker: string | null;
  engine: RoutedEngine;
  recording: CheckRecording;
}

export interface Speech {
  engine: Engine & RoutedEngine;
  live: LiveEngine;
  /** tiro's codes of the languages that are recognized here. */
  languages: () => readonly string[];
  /** Those of them that nothing recognizes now, because workers are gone. */
  missingLanguages: () => readonly string[];
  /** All packs that recognize speech, here and on workers. */
  recognizers: () => readonly InstalledPack[];
  /** Packs that can be asked for by their id. */
  packs: () => ChoosablePack[];
  /** Targets for checks of recognition, here and on each worker; none if no pack can be used. */
  targets: () => CheckTarget[];
  /** Of the pack that is loaded at the start, for the number of recordings at once. */
  modelCost: ModelCost;
  /** Starts a recognizer with a pack that is not among those in use. @throws what keeps it from being ready. */
  tryPack: (pack: RecognizerPack) => Promise<TrialEngine>;
  /** Takes up packs that came and went, and tries again what could not be loaded. */
  reloadPacks: () => void;
}

export function routedSpeech(router: SpeechRouter, dataDir: string, cluster: Cluster | null = null): Speech {
  const { defaultPack } = router;
  const target = ({ pack, engine }: Checked, worker: string | null) => ({
    ...{ worker, engine },
    recording: checkRecording(pack, dataDir),
  });
  return {
    engine: router,
    live: router,
    languages: () => router.languages(),
    missingLanguages: () => router.missingLanguages(),
    recognizers: () => router.recognizers,
    packs: () => router.packs(),
    targets: () => {
      const checked = router.checked();
      const onWorkers = cluster ? checkedOnWorkers(cluster, router.recognizers, router.defaultPack) : [];
      // Without processes of its own this machine has nothing to check while workers are there.
      const here = checked && (onWorkers.length === 0 || isHere(checked.pack)) ? [target(checked, null)] : [];
      return [...here, ...onWorkers.map((each) => target(each, each.worker))];
    },
    modelCost:
      defaultPack && isHere(defaultPack) ? packCost(defaultPack) : { weightBytes: 0, decodeBytes: 0 },
    tryPack: async (pack) => {
      const engine = router.startBeside(pack);
      const close = () => engine.close();
      try {
        await engine.ready();
        return { engine, recording: checkRecording(pack, dataDir), close };
      } catch (error) {
        await close();
        throw error;
      }
    },
    reloadPacks: () => router.lookAgain({ retry: true }),
  };
}

/** One engine, whatever it is, that recognizes what the built-in pack does. */
export function fixedSpeech(engine: Engine, dataDir: string): Speech {
  const pack: RecognizerPack = requireRecognizer(loadPack(builtinPackFolder(dataDir)));
  const languages = languagesOf(pack.manifest.languages);
  const recording = checkRecording(pack, dataDir);
  return {
    engine,
    live: NOTHING_LIVE,
    languages: () => languages,
    missingLanguages: () => [],
    recognizers: () => new InstalledPacks({ dataDir }, pack.manifest.id).now.recognizers,
    packs: () => [],
    targets: () => [{ worker: null, engine, recording }],
    modelCost: packCost(pack),
    tryPack: async (tried) => ({ engine, recording: checkRecording(tried, dataDir), close: async () => {} }),
    reloadPacks: () => {},
  };
}

/** An engine that was given from outside recognizes whole recordings. */
const NOTHING_LIVE: LiveEngine = {
  openLive: async () => {
    throw new TiroError("engine_unavailable", "Live recognition is not available here.");
  },
  liveLoad: { streams: 0, places: 0 },
};
