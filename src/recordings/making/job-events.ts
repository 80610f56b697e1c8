/** Recordings whose job ended are reported as changed, wherever it was ended. */
import type { Db } from "../../store/db.ts";
import { recordingsOfJob } from "../../store/recordings/recordings.ts";
import type { EventSink } from "../../work/events/hub.ts";
import { publishRecording } from "../library/events.ts";

/** The transcription's events. */
export function withRecordings(db: Db, events: EventSink): EventSink {
  return {
    publish: (topics, type, data) => {
      events.publish(topics, type, data);
      if (type !== "job" || data.status === "queued" || typeof data.id !== "string") return;
      for (const recording of recordingsOfJob(db, data.id))
        publishRecording({ db, events }, recording, "changed");
    },
  };
}
