/** What happens to recordings, for those who see them: ids and states, never content. */
import type { Db } from "../../store/db.ts";
import { audienceOf, type Recording } from "../../store/recordings/recordings.ts";
import type { EventSink } from "../../work/events/hub.ts";
import { topics } from "../../work/events/topics.ts";

export type RecordingEvent = "added" | "changed" | "progress" | "removed";

/** @param audience who is told, where they do not see it any more; else those who see it now. */
export function publishRecording(
  { db, events }: { db: Db; events: EventSink },
  { number, id, state, revision }: Pick<Recording, "number" | "id" | "state" | "revision">,
  change: RecordingEvent,
  audience: readonly string[] = audienceOf(db, number),
): void {
  events.publish(audience.map(topics.recordings), "recording", { id, state, revision, change });
}
