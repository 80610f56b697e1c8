/** The guide of a new installation: one step at a time, each of which can be left and resumed. */
import type { FunctionComponent } from "preact";
import { useLocation, useRoute } from "preact-iso";
import { call } from "../../client/api.ts";
import { titles } from "../../messages/titles.ts";
import { welcomeWords as words } from "../../messages/welcome.ts";
import { orToast } from "../../parts/acts.tsx";
import { Link } from "../../parts/button.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { type Resource, useCall } from "../../state/resource.ts";
import { FirstPack } from "./first-pack.tsx";
import type { FirstRun, StepName, StepProps } from "./guide.ts";
import { FirstDictation, FirstPerson, Password, SecondStepOfFirst } from "./people-steps.tsx";
import { Site, Tls } from "./site-steps.tsx";

const STEPS: Record<StepName, FunctionComponent<StepProps>> = {
  password: Password,
  second_step: SecondStepOfFirst,
  site: Site,
  tls: Tls,
  pack: FirstPack,
  dictation: FirstDictation,
  person: FirstPerson,
};

const addressOf = (step: StepName) => `/app/welcome/${step}`;

export default function Welcome() {
  const chosen = useRoute().params.step;
  const guide = useCall("GET /v1/administration/first-run", {}, ["administration_task", "dictation"]);
  const open = guide.data.value?.steps.find(({ done }) => !done)?.name;
  const step = guide.data.value?.steps.find(({ name }) => name === chosen)?.name ?? open;
  return (
    <Page title={titles.welcome} lead={words.lead}>
      <Loaded of={guide}>
        {(data) => (
          <>
            <Overview guide={data} current={step} />
            {step === undefined ? (
              <p>{words.allDone}</p>
            ) : (
              <Step key={step} name={step} guide={data} onChanged={guide.reload} />
            )}
            <Onward guide={data} current={step} resource={guide} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Overview({ guide: { steps }, current }: { guide: FirstRun; current: StepName | undefined }) {
  return (
    <nav aria-label={words.steps}>
      <ol class="steps">
        {steps.map(({ name, done }) => (
          <li
            key={name}
            {...(done && { class: "done" })}
            {...(name === current && { "aria-current": "step" as const })}
          >
            <a class="bare" href={addressOf(name)}>
              {words.names[name]}
              {done && <span class="for-readers"> ({words.done})</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Step({ name, guide, onChanged }: { name: StepName } & Omit<StepProps, "isDone">) {
  const Content = STEPS[name];
  const isDone = guide.steps.some((step) => step.name === name && step.done);
  return (
    <section class="stack" aria-labelledby="step">
      <h2 id="step">{words.names[name]}</h2>
      <Content guide={guide} isDone={isDone} onChanged={onChanged} />
    </section>
  );
}

interface OnwardProps {
  guide: FirstRun;
  current: StepName | undefined;
  resource: Resource<FirstRun>;
}

/** To the next step, or out of the guide. */
function Onward({ guide: { steps, open }, current, resource }: OnwardProps) {
  const { route } = useLocation();
  const at = steps.findIndex(({ name }) => name === current);
  const next = current === undefined ? undefined : steps[at + 1];
  const end = () =>
    orToast(async () => {
      resource.data.value = await call("POST /v1/administration/first-run/end");
      route("/app/");
    });
  return (
    <div class="row">
      {next && (
        <Link
          look={steps[at]?.done ? "button primary" : "button"}
          text={steps[at]?.done ? words.goOn : words.skip}
          href={addressOf(next.name)}
        />
      )}
      <Link look="button plain" text={words.later} href="/app/" />
      {open && (
        <button type="button" class={next ? "button plain" : "button primary"} onClick={() => void end()}>
          {words.end}
        </button>
      )}
    </div>
  );
}
