/** Events of recordings, for those who see them: ids and states, never content. */
import type { Db } from "../../store/db.ts";
import { audienceOf, type Recording } from "../../store/recordings/recordings.ts";
import type { EventSink } from "../../work/events/hub.ts";
import { topics } from "../../work/events/topics.ts";

export type RecordingEvent = "added" | "changed" | "progress" | "removed";

/** @param audience the accounts to notify if they no longer see it; else those who see it now. */
export function publishRecording(
  { db, events }: { db: Db; events: EventSink },
  { number, id, state, revision }: Pick<Recording, "number" | "id" | "state" | "revision">,
  change: RecordingEvent,
  audience: readonly string[] = audienceOf(db, number),
): void {
  events.publish(audience.map(topics.recordings), "recording", { id, state, revision, change });
}

/** Of a folder, or of many recordings at once: what lists show changed, and nothing is said of which. */
export function publishFolder({ events }: { events: EventSink }, audience: readonly string[]): void {
  events.publish(audience.map(topics.recordings), "recording", {
    id: null,
    state: null,
    revision: null,
    change: "changed",
  });
}
