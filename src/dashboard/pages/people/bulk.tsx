/** Acts on several people, one after the other: each change is refused or made by itself. */
import { useSignal } from "@preact/signals";
import { PLANS, type Plan } from "../../../config/plans.ts";
import { call, type Schemas } from "../../client/api.ts";
import { ApiFault } from "../../client/fault.ts";
import { administration } from "../../messages/administration.ts";
import { faultText } from "../../messages/faults.ts";
import { peopleBulk } from "../../messages/people-bulk.ts";
import { confirmFirst, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { together } from "../../state/language.ts";

const words = together(administration, peopleBulk);

type Person = Schemas["Person"];
type Change = (path: { person: string }) => Promise<unknown>;

interface PeopleBulkProps {
  people: readonly Person[];
  onDone: () => void;
  onClear: () => void;
}

const disable: Change = (path) => call("POST /v1/administration/people/{person}/disable", { path, body: {} });
const enable: Change = (path) => call("POST /v1/administration/people/{person}/enable", { path });
const planned =
  (plan: Plan): Change =>
  (path) =>
    call("PATCH /v1/administration/people/{person}", { path, body: { plan } });

/** @returns what runs, how many it has done, and who was refused, with the reason. */
function useChanges(onDone: () => void) {
  const progress = useSignal<{ done: number; of: number } | null>(null);
  const refused = useSignal<readonly string[]>([]);
  const run = async (change: Change, people: readonly Person[]) => {
    const faults: string[] = [];
    for (const [done, { id, name, email }] of people.entries()) {
      progress.value = { done, of: people.length };
      try {
        await change({ person: id });
      } catch (fault) {
        if (!(fault instanceof ApiFault)) throw fault;
        faults.push(words.ofName(name ?? email, faultText(fault)));
        // If the log-in does not do, it does for nobody.
        if (fault.status === 401 || fault.code === "fresh_log_in_required") break;
      }
    }
    progress.value = null;
    refused.value = faults;
    if (people.length > faults.length) toast(words.done(people.length - faults.length));
    onDone();
  };
  return { progress, refused, run };
}

export function PeopleBulk({ people, onDone, onClear }: PeopleBulkProps) {
  const { progress, refused, run } = useChanges(onDone);
  const active = people.filter(({ state }) => state !== "disabled");
  const disabled = people.filter(({ state }) => state === "disabled");
  const disableThem = async () => {
    const question = {
      title: words.disableTitle(active.length),
      text: words.disableText,
      act: words.disable,
    };
    if (await confirmFirst(question)) await run(disable, active);
  };
  const now = progress.value;
  return (
    <>
      <section class="bulk-bar" aria-label={words.acts}>
        <strong role="status">
          {now === null ? words.chosen(people.length) : words.progress(now.done, now.of)}
        </strong>
        <PlanChoice
          count={people.length}
          isBusy={now !== null || people.length === 0}
          onPlan={(plan) => run(planned(plan), people)}
        />
        <Button
          look="small"
          text={words.enable}
          disabled={now !== null || disabled.length === 0}
          onClick={() => void run(enable, disabled)}
        />
        <Button
          look="small destroy plain"
          text={words.disable}
          disabled={now !== null || active.length === 0}
          onClick={disableThem}
        />
        <Button look="small plain push" text={words.clear} disabled={now !== null} onClick={onClear} />
      </section>
      <Refused lines={refused.value} />
    </>
  );
}

interface PlanChoiceProps {
  count: number;
  isBusy: boolean;
  onPlan: (plan: Plan) => Promise<void>;
}

function PlanChoice({ count, isBusy, onPlan }: PlanChoiceProps) {
  const choose = async (plan: Plan) => {
    const question = {
      title: words.planTitle(plan, count),
      text: words.planText,
      act: words.setPlan,
    };
    if (await confirmFirst(question)) await onPlan(plan);
  };
  return (
    <select
      class="select small auto"
      aria-label={words.setPlan}
      disabled={isBusy}
      value=""
      onChange={({ currentTarget }) => {
        const plan = currentTarget.value as Plan;
        currentTarget.value = "";
        void choose(plan);
      }}
    >
      <option value="">{words.setPlan}</option>
      {PLANS.map((plan) => (
        <option key={plan} value={plan}>
          {plan}
        </option>
      ))}
    </select>
  );
}

function Refused({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div role="alert" class="banner wait">
      <div>
        <p>{words.refusedTitle}</p>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
