/** A correction for good: into the person's dictionary or an organization's, with the places in other texts that have it. */
import { useId } from "preact/hooks";
import { type Answer, call } from "../../client/api.ts";
import { alwaysWords as words } from "../../messages/always.ts";
import { Dialog, toast } from "../../parts/acts.tsx";
import { Differences } from "../../parts/differences.tsx";
import { Form } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { when } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import type { ApplyOperations } from "./customizations.ts";

export interface Correction {
  from: string;
  to: string;
}

interface AlwaysProps extends Correction {
  /** Whose places are not shown: the person sees it already. */
  recording?: string;
  onChange: ApplyOperations;
  onClose: () => void;
}

export function AlwaysDialog({ from, to, recording, onChange, onClose }: AlwaysProps) {
  const choices = choicesOf({ from, to }, onChange);
  const take = async (fields: FormData) => {
    const chosen = choices[Number(fields.get("where"))];
    if (chosen === undefined) return;
    await chosen.act();
    onClose();
    toast(chosen.done);
  };
  const hint = useId();
  return (
    <Dialog title={words.title(to)} onClose={onClose}>
      <Form onSubmit={take} submit={words.save}>
        <fieldset class="stack tight">
          <legend>{words.where}</legend>
          {choices.map(({ label, hint: text }, index) => (
            <label key={label} class="check">
              <input
                type="radio"
                name="where"
                value={index}
                defaultChecked={index === 0}
                aria-describedby={`${hint}-${index}`}
              />
              <span>
                {label}
                <span class="hint" id={`${hint}-${index}`}>
                  {text}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </Form>
      <OtherTexts from={from} to={to} recording={recording} />
    </Dialog>
  );
}

interface Choice {
  label: string;
  hint: string;
  act: () => Promise<unknown>;
  done: string;
}

function choicesOf({ from, to }: Correction, onChange: ApplyOperations): Choice[] {
  const own: Choice[] = [
    {
      label: words.own,
      hint: words.ownHint,
      act: () => onChange({ type: "dictionary_add", word: to }),
      done: words.added(to),
    },
    {
      label: words.replace(from),
      hint: words.replaceHint,
      act: () => onChange({ type: "replacement_set", from, to }),
      done: words.replaced(from, to),
    },
  ];
  const others = (me.data.value?.organizations ?? []).flatMap(({ id, name, permissions }): Choice[] => {
    const path = { organization: id };
    if (permissions.includes("dictionary.change")) {
      const body = { operations: [{ type: "dictionary_add" as const, word: to }] };
      const act = () => call("PATCH /v1/organizations/{organization}/dictionary", { path, body });
      const [label, done] = [words.organization(name), words.addedTo(to, name)];
      return [{ label, hint: words.organizationHint, act, done }];
    }
    if (!permissions.includes("dictionary.propose")) return [];
    const body = { word: to, heard: from };
    const act = () => call("POST /v1/organizations/{organization}/dictionary/proposals", { path, body });
    return [{ label: words.propose(name), hint: words.proposeHint, act, done: words.proposed(to, name) }];
  });
  return [...own, ...others];
}

function OtherTexts({ from, to, recording }: Correction & { recording: string | undefined }) {
  const found = useCall("POST /v1/customizations/preview", {
    body: { from, to, ...(recording && { except_recording_id: recording }) },
  });
  return (
    <section class="stack tight">
      <h3>{words.others}</h3>
      <Loaded of={found} none={words.noOthers(from)}>
        {({ data, has_more }) => (
          <>
            <p class="second">{words.othersHint}</p>
            <ul class="ledger">
              {data.map((place, index) => (
                <Place key={index} {...place} />
              ))}
            </ul>
            {has_more && <p class="second">{words.more}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

type PlaceFacts = Answer<"POST /v1/customizations/preview">["data"][number];

function Place({ source, id, name, created_at, start_seconds, before, after }: PlaceFacts) {
  const address =
    source === "recording" ? `/app/recordings/${id}?at=${start_seconds ?? 0}` : `/app/history?session=${id}`;
  return (
    <li>
      <p>
        <Differences before={before} after={after} />
      </p>
      <div class="facts">
        <a href={address}>{name ?? words.dictation}</a>
        <time dateTime={created_at}>{when(created_at)}</time>
      </div>
    </li>
  );
}
