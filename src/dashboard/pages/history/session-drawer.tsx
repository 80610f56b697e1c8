/** One session: its text to read, copy and correct. */
import { unsureWordsIn } from "../../../dictation/unsure-words.ts";
import { call, callWithHeaders } from "../../client/api.ts";
import { historyWords as words } from "../../messages/history.ts";
import { unsureWords } from "../../messages/unsure-words.ts";
import { Dialog } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Loaded } from "../../parts/page.tsx";
import { dateAndTime, duration, number } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { Feedback } from "./feedback.tsx";
import { Highlighted } from "./highlighted.tsx";
import { scheduleDeletion } from "./pending-deletions.ts";

export interface SessionDrawerProps {
  id: string;
  query: string;
  onClose: () => void;
}

export function SessionDrawer({ id, query, onClose }: SessionDrawerProps) {
  const path = { session: id };
  const session = useResource(
    async (signal) => {
      const [detail, { answer: transcript, headers }] = await Promise.all([
        call("GET /v1/sessions/{session}", { path, signal }),
        callWithHeaders("GET /v1/sessions/{session}/transcript", { path, signal }),
      ]);
      return { ...detail, ...transcript, unsure: unsureWordsIn(headers) };
    },
    [id],
  );
  const { data } = session;
  const foot = data.value && (
    <>
      <Button
        look="destroy"
        icon="trash"
        text={words.delete}
        onClick={() => {
          if (data.value !== null) scheduleDeletion({ id, title: data.value.title });
          onClose();
        }}
      />
      <span class="push" />
      <CopyButton text={data.value.final_text} label={words.copy} class="button primary" />
    </>
  );
  return (
    <Dialog
      drawer
      title={data.value ? dateAndTime(data.value.created_at) : words.text}
      onClose={onClose}
      foot={foot}
    >
      <Loaded of={session}>
        {({ title, word_count, duration_seconds, app, final_text, raw_text, original_text, unsure }) => (
          <>
            <p class="facts">
              <span>{words.words(word_count, number(word_count))}</span>
              {duration_seconds !== null && <span>{duration(duration_seconds)}</span>}
              {app && <span>{app}</span>}
            </p>
            <p class="said history-text">
              <Highlighted text={final_text || title || words.untitled} query={query} unsure={unsure} />
            </p>
            {unsure.length > 0 && (
              <p class="small second">
                <span class="unsure">{unsureWords.mark}</span> {unsureWords.means}
              </p>
            )}
            <Feedback sessionId={id} text={final_text} />
            {original_text !== null && (
              <details class="small">
                <summary>{words.original}</summary>
                <p class="second history-text">{original_text}</p>
              </details>
            )}
            {raw_text !== null && raw_text !== final_text && (
              <details class="small" open={query !== ""}>
                <summary>{words.raw}</summary>
                <p class="second history-text">
                  <Highlighted text={raw_text} query={query} />
                </p>
              </details>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
