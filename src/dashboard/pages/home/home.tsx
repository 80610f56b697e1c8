/** The main acts, recent work, waiting work with its reasons; for administrators the server's health. */
import { call } from "../../client/api.ts";
import { session } from "../../client/session.ts";
import { home } from "../../messages/home.ts";
import { Icon } from "../../parts/button.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { mayServerKeep } from "../../state/keeping.ts";
import { me, nameOf } from "../../state/me.ts";
import { useCall, useResource } from "../../state/resource.ts";
import { HealthLine } from "./health-line.tsx";
import { RecentDictations, RecentRecordings } from "./recent.tsx";
import { PendingTasks } from "./tasks.tsx";

const SHOWN = 5;

export default function Home() {
  const jobs = useCall("GET /v1/audio/transcription-jobs", { query: { limit: SHOWN } }, ["job"]);
  const recordings = useResource(newestRecordings, [], ["recording"]);
  const [firstName = ""] = nameOfPerson().split(" ");
  const underWay = jobs.data.value?.data.filter(({ status }) => status === "queued").length;
  return (
    <Page
      title={home.greeting(hourOf(new Date()), firstName)}
      lead={underWay !== undefined && (underWay > 0 ? home.underWay(underWay) : home.nothingUnderWay)}
      actions={me.data.value?.history_available ? <Search /> : undefined}
    >
      <StartLinks />
      <Loaded of={me}>
        {(person) => (
          <>
            <div class="columns">
              <div class="stack wide">
                <RecentDictations person={person} shown={SHOWN} />
                <RecentRecordings recordings={recordings} jobs={jobs} />
              </div>
              <aside class="stack wide">
                <PendingTasks person={person} jobs={jobs.data.value?.data ?? []} />
                <section class="stack tight">
                  <h2>{home.connect}</h2>
                  <p class="second">{home.connectLead}</p>
                  <p>
                    <a href="/docs/connect">{home.howToConnect}</a>
                  </p>
                </section>
              </aside>
            </div>
            {person.administrator && <HealthLine />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** None if the server may keep none. */
async function newestRecordings(signal: AbortSignal) {
  if (!mayServerKeep()) return [];
  return (await call("GET /v1/recordings", { query: { limit: SHOWN }, signal })).data;
}

/** As the page came with it, until the person is loaded. */
function nameOfPerson(): string {
  return me.data.value === null ? session.person.name : nameOf(me.data.value);
}

function Search() {
  return (
    <search>
      <form class="search" action="/app/history">
        <label>
          <span class="for-readers">{home.search}</span>
          <Icon name="search" />
          <input class="input small" type="search" name="query" placeholder={home.search} />
        </label>
      </form>
    </search>
  );
}

function StartLinks() {
  return (
    <div class="halves">
      <a class="start bare" href="/app/dictate">
        <span class="record">
          <Icon name="mic" />
        </span>
        <span class="stack tight">
          <strong>{home.dictate}</strong>
          <span class="second">{home.dictateLead}</span>
        </span>
      </a>
      <a class="drop bare" href="/app/recordings">
        <Icon name="upload" large />
        <strong>{home.files}</strong>
        <span class="small">{home.filesLead}</span>
      </a>
    </div>
  );
}

function hourOf(now: Date): "night" | "morning" | "afternoon" | "evening" {
  const hour = now.getHours();
  if (hour < 4 || hour >= 22) return "night";
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}
