/** If the server may keep nothing: the recordings of this browser, until their person logs out. */
import { localChanges, localRecordings } from "../../../client/local-recordings.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { titles } from "../../../messages/titles.ts";
import { Banner } from "../../../parts/banner.tsx";
import { Button } from "../../../parts/button.tsx";
import { Loaded, Page } from "../../../parts/page.tsx";
import { useResource } from "../../../state/resource.ts";
import { DropZone } from "../sending/drop-zone.tsx";
import { RecordButton } from "../sending/record-button.tsx";
import { SendOptions } from "../sending/send-options.tsx";
import { SharedRecordings } from "../sending/shared-recordings.tsx";
import { UnderWaySection } from "../sending/under-way-section.tsx";
import { LocalLines, saveLocal } from "./local-lines.tsx";

export function LocalLibrary() {
  const local = useResource(() => localRecordings(), [localChanges.value]);
  const { localTitle, localText, exportAll, noLocal } = words;
  const all = local.data.value ?? [];
  return (
    <Page title={titles.recordings} actions={<RecordButton />}>
      <Banner look="" icon="lock">
        <p>
          <strong>{localTitle}</strong> {localText}
        </p>
        {all.length > 0 && (
          <Button look="small" icon="download" text={exportAll} onClick={() => void saveLocal(all)} />
        )}
      </Banner>
      <section class="stack">
        <SharedRecordings />
        <DropZone isFirst={all.length === 0} />
        <SendOptions />
        <UnderWaySection />
      </section>
      <section aria-label={titles.recordings}>
        <Loaded of={local}>
          {(recordings) =>
            recordings.length === 0 ? <p class="second">{noLocal}</p> : <LocalLines recordings={recordings} />
          }
        </Loaded>
      </section>
    </Page>
  );
}
