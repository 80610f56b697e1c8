/** Work in progress: on the server, then in this tab. */
import type { ComponentChildren } from "preact";
import { isOffline } from "../../../client/connection.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { Banner } from "../../../parts/banner.tsx";
import { Section } from "../../../parts/page.tsx";
import { UploadLine } from "./upload-line.tsx";
import { uploads } from "./uploads.ts";

export interface UnderWaySectionProps {
  /** Those that stand elsewhere as recordings. */
  listed?: ReadonlySet<string>;
  /** Lines of what the server works on; null if there are none. */
  children?: ComponentChildren;
}

export function UnderWaySection({ listed, children = null }: UnderWaySectionProps) {
  const sent = uploads.value.filter(
    ({ state: { value } }) =>
      value.kind !== "kept" && !(value.kind === "stored" && listed?.has(value.recordingId)),
  );
  if (children === null && sent.length === 0) return null;
  return (
    <Section title={words.underWay} bare>
      <div class="stack tight">
        {isOffline.value && <Banner role="status" text={words.offline} />}
        <ul class="ledger">
          {children}
          {sent.map((upload) => (
            <UploadLine key={upload.id} upload={upload} />
          ))}
        </ul>
      </div>
    </Section>
  );
}
