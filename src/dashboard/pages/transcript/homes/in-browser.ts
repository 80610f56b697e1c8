/** A recording that no server may keep: all of it is in this browser, sealed. */
import { ApiFault } from "../../../client/fault.ts";
import {
  exportedOf,
  type LocalRecording,
  localSound,
  readFacts,
  readLocal,
  removeLocal,
  renameLocal,
  tellOfLocal,
} from "../../../client/local-recordings.ts";
import { readTranscript, revisionOf, savesOf, saveTranscript } from "../../../client/local-transcripts.ts";
import { session } from "../../../client/session.ts";
import type {
  ExportChoice,
  Home,
  ReadTranscript,
  Recording,
  Revision,
  Save,
  Saved,
  Stretch,
} from "./home.ts";
import { measurePeaks, peaksWithin, wholeOf } from "./peaks.ts";

export class InBrowser implements Home {
  readonly isLocal = true;
  readonly id: string;
  #peaks: Promise<Uint8Array> | null = null;

  constructor(id: string) {
    this.id = id;
  }

  find(): Promise<Recording> {
    return this.#ask(async () => {
      const revision = present(await revisionOf(this.id));
      return { ...recordingOf(present(await readFacts(this.id))), revision };
    });
  }

  read({ revision }: { revision?: number } = {}): Promise<ReadTranscript> {
    return this.#ask(async () => {
      const { speakers, ...read } = present(await readTranscript(this.id, revision));
      return { ...read, names: Object.fromEntries(speakers.map(({ id, name }) => [id, name])) };
    });
  }

  save({ base, changes, names }: Save): Promise<Saved> {
    return this.#ask(async () => {
      const revision = await saveTranscript(this.id, base, { changes, names });
      if (revision === "gone") throw gone();
      if (revision === "stale") throw fault("revision_conflict", 409, "Another tab saved it.");
      tellOfLocal();
      return { revision, merged: [], names: {} };
    });
  }

  revisions(): Promise<readonly Revision[]> {
    return this.#ask(async () =>
      present(await savesOf(this.id)).map(({ revision, at }) => ({
        revision,
        name: session.person.name,
        createdAt: at,
      })),
    );
  }

  rename(name: string): Promise<Recording> {
    return this.#ask(async () => recordingOf(present(await renameLocal(this.id, name))));
  }

  remove(): Promise<void> {
    return this.#ask(() => removeLocal(this.id));
  }

  sound(signal: AbortSignal): Promise<string> {
    return this.#ask(async () => {
      const address = URL.createObjectURL(await localSound(present(await readFacts(this.id))));
      if (signal.aborted) URL.revokeObjectURL(address);
      else signal.addEventListener("abort", () => URL.revokeObjectURL(address), { once: true });
      return address;
    });
  }

  async peaks(stretch: Stretch | null, count: number): Promise<readonly number[]> {
    this.#peaks ??= this.#ask(async () => {
      const facts = present(await readFacts(this.id));
      return measurePeaks(await localSound(facts), facts.durationSeconds ?? 0);
    });
    const peaks = await this.#peaks;
    return peaksWithin(peaks, stretch ?? wholeOf(peaks), count);
  }

  export(choice: ExportChoice): Promise<void> {
    return this.#ask(async () => {
      const transcript = exportedOf(present(await readLocal(this.id)));
      const { saveExport } = await import("./export-here.ts");
      await saveExport(transcript, choice);
    });
  }

  /** A refusal of this browser is a fault like that of a server: no room, no key, a part that cannot be read. */
  async #ask<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ApiFault) throw error;
      throw fault("browser_storage", 0, error instanceof Error ? error.message : String(error));
    }
  }
}

function present<T>(found: T | null): T {
  if (found === null) throw gone();
  return found;
}

function gone(): ApiFault {
  return fault("local_recording_gone", 404, "It is no longer in this browser.");
}

function fault(code: string, status: number, message: string): ApiFault {
  return new ApiFault({ code, status, message });
}

/** As a server would show it. */
function recordingOf({ id, name, createdAt, language, durationSeconds, contentType, bytes }: LocalRecording) {
  // A transcript may have been imported without its sound.
  const audio = bytes > 0 && {
    kind: contentType.startsWith("video/") ? ("video" as const) : ("audio" as const),
    content_type: contentType,
    size: bytes,
    kept_until: createdAt,
  };
  return {
    ...{ object: "recording", id, name, created_at: createdAt, updated_at: createdAt, audio: audio || null },
    ...{ person: session.person.id, organization_id: null, folder_id: null, tags: [], archived: false },
    ...{ state: "ready", error: null, job_id: null, progress: null, access: "owner", source: "upload" },
    ...{ language, duration_seconds: durationSeconds, speakers: [], word_count: 0, revision: 0 },
    ...{ shared_with: [], shared_count: 0 },
  } as Recording;
}
