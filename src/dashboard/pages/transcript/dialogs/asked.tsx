/** The dialog that is open, if one is. */

import { transcript } from "../../../messages/transcript.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { NameDialog } from "../../../parts/name-dialog.tsx";
import { setting } from "../../../state/signals.ts";
import { SpeakerDialog, TurnDialog } from "../speakers/dialogs.tsx";
import type { Workspace } from "../workspace.ts";
import { AgainDialog } from "./again.tsx";
import { ConflictsDialog } from "./conflicts.tsx";
import { KeysDialog } from "./keys.tsx";
import { RevisionsDialog } from "./revisions.tsx";
import { TimesDialog } from "./times.tsx";

export function Asked({ at }: { at: Workspace }) {
  const asked = at.asked.value;
  switch (asked?.kind) {
    case "turn":
      return <TurnDialog at={at} segment={asked.segment} />;
    case "speaker":
      return <SpeakerDialog at={at} speaker={asked.speaker} />;
    case "times":
      return <TimesDialog at={at} segment={asked.segment} />;
    case "again":
      return <AgainDialog at={at} segment={asked.segment} />;
    case "revisions":
      return <RevisionsDialog at={at} />;
    case "keys":
      return <KeysDialog at={at} />;
    case "conflicts":
      return <ConflictsDialog at={at} />;
    case "rename":
      return (
        <NameDialog
          title={transcript.rename}
          label={transcriptDialogs.nameOfRecording}
          name={at.recording.value.name}
          onSave={async (name) => {
            at.recording.value = await at.home.rename(name);
          }}
          onClose={setting(at.asked, null)}
        />
      );
    default:
      return null;
  }
}
