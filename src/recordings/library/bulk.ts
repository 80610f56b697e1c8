import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTransaction } from "../../store/db.ts";
import type { SeenRecording } from "../../store/recordings/recordings.ts";
import type { RecordingDeps } from "../deps.ts";
import type { BulkResult } from "../wire.ts";
import { findRecording } from "./access.ts";
import { changeRecording, type RecordingChange } from "./change.ts";
import { hideForGood } from "./erase.ts";

export type BulkChange =
  | { kind: "change"; change: Pick<RecordingChange, "folderId" | "archived"> }
  | { kind: "add_tags" | "remove_tags"; tags: readonly string[] }
  | { kind: "delete" };

/** The outcome, for listeners. */
export interface BulkOutcome {
  result: BulkResult;
  changed: SeenRecording[];
  erased: { recording: SeenRecording; audience: string[] }[];
}

/** Each by itself: a refusal of one changes nothing about the others. */
export function changeMany(
  deps: Pick<RecordingDeps, "db" | "clock">,
  changes: ChangeDeps,
  principal: Principal,
  { ids, change }: { ids: readonly string[]; change: BulkChange },
): BulkOutcome {
  const outcome: BulkOutcome = {
    result: { object: "bulk_result", changed: 0, refused: [] },
    changed: [],
    erased: [],
  };
  inTransaction(deps.db, () => {
    for (const id of new Set(ids)) {
      try {
        if (change.kind === "delete") outcome.erased.push(hideForGood(changes, principal, id));
        else outcome.changed.push(changeOne(deps, principal, id, change));
      } catch (error) {
        if (!(error instanceof TiroError) || error.status >= 500) throw error;
        outcome.result.refused.push({ id, code: error.code });
      }
    }
  });
  outcome.result.changed = outcome.changed.length + outcome.erased.length;
  return outcome;
}

function changeOne(
  deps: Pick<RecordingDeps, "db" | "clock">,
  principal: Principal,
  id: string,
  change: Exclude<BulkChange, { kind: "delete" }>,
): SeenRecording {
  if (change.kind === "change") return changeRecording(deps, principal, id, change.change);
  const { tags } = findRecording(deps.db, principal, id, "editor");
  const next =
    change.kind === "add_tags"
      ? [...new Set([...tags, ...change.tags])]
      : tags.filter((tag) => !change.tags.includes(tag));
  if (next.length > limits.recordingTags)
    throw new TiroError("invalid_request", `A recording has at most ${limits.recordingTags} tags.`, {
      param: "change",
    });
  return changeRecording(deps, principal, id, { tags: next });
}
