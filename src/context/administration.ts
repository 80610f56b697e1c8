/** What administrators of the server see and start while it runs. */
import { RecognitionView, type RecognitionViewDeps } from "../transcription/recognition-view.ts";
import { Tasks } from "../work/tasks.ts";

export interface Administration {
  /** Long actions of administrators. */
  tasks: Tasks;
  recognitionView: RecognitionView;
}

/** Begins to tell of changes at once. */
export function openAdministration(deps: RecognitionViewDeps, taken: AsyncDisposableStack): Administration {
  const tasks = new Tasks(deps);
  taken.defer(() => tasks.close());
  const recognitionView = new RecognitionView(deps);
  taken.defer(() => recognitionView.close());
  recognitionView.start();
  return { tasks, recognitionView };
}
