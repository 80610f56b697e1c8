/** Members' content, for owners if the operator lets them: nothing is read before a member is chosen. */
import { useSignal } from "@preact/signals";
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { contentReviewWords } from "../../messages/content-review.ts";
import { Form, SelectField } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { useCall } from "../../state/resource.ts";
import { ReviewedList } from "./reviewed-list.tsx";

type Organization = Schemas["Organization"];

export function Content({ organization }: { organization: Organization }) {
  const { id, policy } = organization;
  const chosen = useSignal("");
  const members = useCall("GET /v1/organizations/{organization}/members", { path: { organization: id } });
  const whole = policy.history_scope === "all";
  return (
    <section class="stack">
      <p class="second">
        {whole ? contentReviewWords.lead : `${contentReviewWords.lead} ${contentReviewWords.ofKeys}`}
      </p>
      <Loaded of={members}>
        {({ data }) => (
          <Form
            submit={contentReviewWords.show}
            onSubmit={async (fields) => {
              chosen.value = String(fields.get("member"));
            }}
          >
            <div class="narrow">
              <SelectField
                name="member"
                label={contentReviewWords.member}
                value={chosen.value}
                options={data.map(({ user_id: value, name, email }) => ({ value, label: name ?? email }))}
              />
            </div>
          </Form>
        )}
      </Loaded>
      {chosen.value && (
        <div key={chosen.value} class="stack">
          <Dictations organization={id} member={chosen.value} />
          {whole && <Recordings organization={id} member={chosen.value} />}
        </div>
      )}
    </section>
  );
}

interface WhoseProps {
  organization: string;
  member: string;
}

function Dictations(path: WhoseProps) {
  return (
    <ReviewedList
      title={contentReviewWords.dictations}
      load={(body, signal) =>
        call("POST /v1/organizations/{organization}/members/{member}/content/dictations", {
          path,
          body,
          signal,
        })
      }
      read={async (session, signal) => {
        const { final_text } = await call(
          "POST /v1/organizations/{organization}/members/{member}/content/dictations/{session}",
          { path: { ...path, session }, signal },
        );
        return final_text;
      }}
    />
  );
}

function Recordings(path: WhoseProps) {
  return (
    <ReviewedList
      title={contentReviewWords.recordings}
      load={async (body, signal) => {
        const page = await call("POST /v1/organizations/{organization}/members/{member}/content/recordings", {
          path,
          body,
          signal,
        });
        return { ...page, data: page.data.map(({ name, ...recording }) => ({ ...recording, title: name })) };
      }}
      read={(recording, signal) => wholeText({ ...path, recording }, signal)}
    />
  );
}

const RECORDING = "POST /v1/organizations/{organization}/members/{member}/content/recordings/{recording}";

/** Page by page, as the server hands transcripts out. */
async function wholeText(path: WhoseProps & { recording: string }, signal: AbortSignal): Promise<string> {
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer<typeof RECORDING> = await call(RECORDING, { path, body: { cursor }, signal });
    for (const { words } of page.data)
      lines.push(
        words
          .map(({ word, glued }) => (glued ? word : ` ${word}`))
          .join("")
          .trim(),
      );
    cursor = page.next_cursor;
  } while (cursor !== null);
  return lines.join("\n");
}
