/** The steps about people: the administrator's own log-in, their first dictation, and somebody else. */
import { useSignal } from "@preact/signals";
import { waysIn } from "../../messages/ways-in.ts";
import { welcomeWords as words } from "../../messages/welcome.ts";
import { Link } from "../../parts/button.tsx";
import { type LinkMade, LinkShownOnce } from "../../parts/link-shown-once.tsx";
import { useMaking } from "../../state/making.ts";
import { me } from "../../state/me.ts";
import { into } from "../../state/signals.ts";
import { NewPerson } from "../people/new-person.tsx";
import { CodesToSave } from "../you/recovery-codes.tsx";
import { TurnOn } from "../you/second-step.tsx";
import type { StepProps } from "./guide.ts";

export function Password({ isDone }: StepProps) {
  const email = me.data.value?.email ?? "";
  return (
    <>
      <p>{isDone ? words.hasPassword(email) : words.noPassword}</p>
      <p>
        <a href="/app/you/password">{waysIn.changePassword}</a>
      </p>
    </>
  );
}

export function SecondStepOfFirst({ isDone, onChanged }: StepProps) {
  const codes = useSignal<readonly string[]>([]);
  if (codes.value.length > 0)
    return (
      <>
        <p>{waysIn.keepCodes}</p>
        <CodesToSave
          codes={codes.value}
          onSaved={() => {
            codes.value = [];
            void me.reload();
            void onChanged();
          }}
        />
      </>
    );
  if (isDone) return <p>{words.secondStepOn}</p>;
  return (
    <>
      <p class="second">{words.secondStepWhy}</p>
      <TurnOn onCodes={into(codes)} />
      <p>
        <a href="/app/you/passkeys">{words.passkeyInstead}</a>
      </p>
    </>
  );
}

export function FirstDictation({ isDone }: StepProps) {
  return (
    <>
      <p>{isDone ? words.hasDictated : words.dictateWhy}</p>
      <p>
        <Link look={isDone ? "button" : "button primary"} text={words.dictate} href="/app/dictate" />
      </p>
    </>
  );
}

export function FirstPerson({ isDone, onChanged }: StepProps) {
  const { isAsking, ask, answers, made, onStored } = useMaking<LinkMade>(onChanged);
  return (
    <>
      <p>{isDone ? words.hasPeople : words.personWhy}</p>
      {made.value && <LinkShownOnce {...made.value} onStored={onStored} />}
      <div class="row">
        <button type="button" class={isDone ? "button" : "button primary"} onClick={ask}>
          {words.addPerson}
        </button>
        <Link look="button plain" text={words.allPeople} href="/app/admin/people" />
      </div>
      {isAsking && <NewPerson {...answers} />}
    </>
  );
}
