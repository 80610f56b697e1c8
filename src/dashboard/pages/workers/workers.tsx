/** The other hosts that recognize, live: how each is and what to do about it; drained before they are switched off. */
import { call, type Schemas } from "../../client/api.ts";
import { titles } from "../../messages/titles.ts";
import { workerWords as words } from "../../messages/workers.ts";
import { perform } from "../../parts/acts.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { useEvery } from "../../state/every.ts";
import { ago, duration, number } from "../../state/format.ts";
import { mayOnServer } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";

type Shown = Schemas["AdministeredWorkers"];
type Worker = Shown["data"][number];

/** Reports come also while nothing else changes. */
const READ_AGAIN_MS = 15_000;
/** Certificates are compared with the clock; work is not. */
const CLOCK_DIFFERS_SECONDS = 30;

export default function Workers() {
  const now = useCall("GET /v1/administration/workers", {}, ["recognition"]);
  useEvery(READ_AGAIN_MS, now.reload);
  const { value } = now.data;
  return (
    <Page bare title={titles.workers} lead={value && value.data.length > 0 && <Lead workers={value.data} />}>
      <Loaded of={now}>
        {({ data, broker_connected: connected, broker_problem: problem }) => (
          <div class="stack wide">
            {connected === false && (
              <Banner role="alert">
                <p>
                  {words.brokerGone} {problem}
                </p>
              </Banner>
            )}
            {data.length === 0 ? (
              <section class="stack tight">
                <p class="second">{words.none}</p>
                <CodeBlock text="tiro cluster add cellar-1 --out cellar-1" />
              </section>
            ) : (
              <All workers={data} onChanged={now.reload} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ workers }: { workers: Worker[] }) {
  const ready = workers.filter(({ state }) => state === "ready").length;
  const isWhole = ready === workers.length;
  const says = isWhole
    ? words.allReady(ready, number(ready))
    : words.someReady(number(ready), number(workers.length));
  return <span class={isWhole ? "state good" : "state wait"}>{says}</span>;
}

function All({ workers, onChanged }: { workers: Worker[]; onChanged: () => Promise<void> }) {
  const mayChange = mayOnServer("recognition.change");
  return (
    <ul class="ledger">
      {workers.map((worker) => (
        <li key={worker.name}>
          <div class="stack tight">
            <State worker={worker} />
            <Facts worker={worker} />
          </div>
          {mayChange && <Act worker={worker} onChanged={onChanged} />}
        </li>
      ))}
    </ul>
  );
}

function State({ worker }: { worker: Worker }) {
  const { name, state, problem, streams, clock_skew_seconds: skew } = worker;
  const isDrained = state === "draining" && streams === 0;
  const notes = [
    problem ?? (isDrained ? words.drainedSays : words.says[state]),
    Math.abs(skew ?? 0) >= CLOCK_DIFFERS_SECONDS && words.clockDiffers(duration(Math.abs(skew ?? 0))),
  ].filter(Boolean);
  return (
    <>
      <p class="row">
        <strong>{name}</strong>
        <span class={state === "ready" ? "state good" : "state wait"}>
          {isDrained ? words.drained : words.states[state]}
        </span>
      </p>
      {notes.length > 0 && <p class="second">{notes.join(" ")}</p>}
    </>
  );
}

/** Its own details, once it has connected. */
function Facts({ worker }: { worker: Worker }) {
  const { version, provider, device, cores, streams, capacity, packs, last_seen_at: at } = worker;
  if (version === null) return null;
  const runsOn = provider === "cuda" ? (device ?? words.gpu) : words.cores(cores ?? 1, number(cores ?? 1));
  const facts = [
    words.worksOn(number(streams), number(capacity.recordings)),
    runsOn,
    packs.map(({ id }) => id).join(", "),
    `tiro ${version}`,
    at !== null && words.reported(ago(at)),
  ].filter(Boolean);
  return (
    <p class="facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function Act({ worker: { name, state }, onChanged }: { worker: Worker; onChanged: () => Promise<void> }) {
  const path = { worker: name };
  const drain = () =>
    perform(() => call("POST /v1/administration/workers/{worker}/drain", { path }), {
      ask: { title: words.drainTitle(name), text: words.drainText, act: words.drain },
      done: words.draining(name),
      after: onChanged,
    });
  const resume = () =>
    perform(() => call("POST /v1/administration/workers/{worker}/resume", { path }), {
      done: words.resumed(name),
      after: onChanged,
    });
  if (state !== "ready" && state !== "draining") return null;
  const [label, onClick] = state === "ready" ? [words.drain, drain] : [words.resume, resume];
  return <Button look="small" text={label} of={name} onClick={onClick} />;
}
