/** Parts for administrators of the running server. */
import { GpuMemory } from "../engine/gpu-memory.ts";
import { AdministeredPacks, type AdministeredPacksDeps } from "../transcription/packs/administered-packs.ts";
import { RecognitionView, type RecognitionViewDeps } from "../transcription/recognition-view.ts";
import { Tasks } from "../work/tasks.ts";

export interface Administration {
  /** Long actions of administrators. */
  tasks: Tasks;
  recognitionView: RecognitionView;
  administeredPacks: AdministeredPacks;
  gpuMemory: GpuMemory;
}

export type AdministrationParts = RecognitionViewDeps & Omit<AdministeredPacksDeps, "tasks" | "queue">;

/** Begins to report changes at once. */
export function openAdministration(deps: AdministrationParts, taken: AsyncDisposableStack): Administration {
  const tasks = new Tasks(deps);
  taken.defer(() => tasks.close());
  const recognitionView = new RecognitionView(deps);
  taken.defer(() => recognitionView.close());
  recognitionView.start();
  const administeredPacks = new AdministeredPacks({ ...deps, queue: deps.turns, tasks });
  const gpuMemory = new GpuMemory(deps.config.engine.provider, deps.clock);
  return { tasks, recognitionView, administeredPacks, gpuMemory };
}
