/** The last days, minute by minute: states, how long dictations took, when something was wrong, and which errors there were. */
import { useSignal } from "@preact/signals";
import type { Schemas } from "../../client/api.ts";
import { healthWords as words } from "../../messages/health.ts";
import { Choice } from "../../parts/choice.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { TableSection } from "../../parts/table-section.tsx";
import { date, dateAndTime, duration, number, percent } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";
import { DictationPlot } from "./dictation-plot.tsx";

type Shown = Schemas["HealthHistory"];
type Point = Shown["points"][number];
type Outage = Shown["outages"][number];
type ErrorCount = Shown["errors"][number];

const DAYS = [1, 7, 30, 90] as const;

export function History() {
  const days = useSignal<number>(DAYS[DAYS.length - 1] ?? 1);
  const history = useCall("GET /v1/administration/health", { query: { days: days.value } });
  return (
    <>
      <div class="row spread">
        <p class="second">{words.lead}</p>
        <Choice
          label={words.range}
          options={DAYS.map((each) => [String(each), words.lastDays(each)])}
          value={String(days.value)}
          onChange={(chosen) => {
            days.value = Number(chosen);
          }}
        />
      </div>
      <Loaded of={history}>
        {(each) =>
          each.points.some(({ recorded_minutes: minutes }) => minutes > 0) ? (
            <Recorded history={each} />
          ) : (
            <p class="second">{words.nothing}</p>
          )
        }
      </Loaded>
    </>
  );
}

function Recorded({ history }: { history: Shown }) {
  const sum = (of: (point: Point) => number) => history.points.reduce((total, each) => total + of(each), 0);
  const recorded = sum((each) => each.recorded_minutes);
  const impaired = sum((each) => each.degraded_minutes + each.unavailable_minutes);
  const healthy = words.healthy(
    number(((recorded - impaired) / recorded) * 100, { maximumFractionDigits: 2 }),
  );
  return (
    <>
      <Section title={words.state} beside={<span class="second small">{healthy}</span>}>
        <Strip points={history.points} label={healthy} />
        <div class="row spread quiet small">
          <span>{date(history.from)}</span>
          <span>{date(history.to)}</span>
        </div>
        <p class="quiet small">{words.stripKey}</p>
      </Section>
      <DictationPlot history={history} />
      <section>
        <details>
          <summary>{words.asTable}</summary>
          <PointTable history={history} />
        </details>
      </section>
      <Outages outages={history.outages} />
      <Errors errors={history.errors} />
    </>
  );
}

const WIDTH = 10;
const HEIGHT = 24;

/** Without colours, too: what was not well is lower, and what was not recorded has a thin line alone. */
function Strip({ points, label }: { points: readonly Point[]; label: string }) {
  return (
    <svg
      class="days"
      viewBox={`0 0 ${points.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {points.map((point, index) => {
        const [state, height] = markOf(point);
        return (
          <rect
            key={point.at}
            class={state}
            x={index * WIDTH}
            y={HEIGHT - height}
            width={WIDTH - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}

function markOf(point: Point): ["good" | "wait" | "none", number] {
  if (point.unavailable_minutes > 0) return ["wait", HEIGHT / 2];
  if (point.degraded_minutes > 0) return ["wait", (HEIGHT * 3) / 4];
  return point.recorded_minutes > 0 ? ["good", HEIGHT] : ["none", 2];
}

function PointTable({ history: { points, step_minutes: minutes } }: { history: Shown }) {
  const ms = (value: number | null) => (value === null ? "–" : words.milliseconds(number(value)));
  const columns: Columns<Point> = [
    { head: words.from, cell: ({ at }) => dateAndTime(at) },
    {
      head: words.healthyShare,
      kind: "number",
      cell: (point) =>
        point.recorded_minutes === 0
          ? "–"
          : percent(1 - (point.degraded_minutes + point.unavailable_minutes) / point.recorded_minutes),
    },
    { head: words.dictations, kind: "number", cell: (point) => number(point.dictations) },
    { head: words.half, kind: "number", cell: (point) => ms(point.p50_ms) },
    { head: words.most, kind: "number", cell: (point) => ms(point.p95_ms) },
    { head: words.longestWait, kind: "number", cell: (point) => duration(point.oldest_wait_seconds) },
    { head: words.errors, kind: "number", cell: (point) => number(point.errors) },
  ];
  const caption = words.tableOf(duration(minutes * 60));
  const rows = points.filter(({ recorded_minutes: recorded }) => recorded > 0).toReversed();
  return <Table caption={caption} columns={columns} rows={rows} keyOf={({ at }) => at} />;
}

function Outages({ outages }: { outages: readonly Outage[] }) {
  const causes: Record<string, string> = words.causes;
  const columns: Columns<Outage> = [
    { head: words.from, cell: ({ from }) => dateAndTime(from) },
    {
      head: words.long,
      kind: "number",
      cell: ({ from, to }) => duration((Date.parse(to) - Date.parse(from)) / 1000),
    },
    {
      head: words.state,
      cell: ({ state }) => (
        <span class={state === "unrecorded" ? "quiet" : "state wait"}>{words.outageStates[state]}</span>
      ),
    },
    {
      head: words.cause,
      cell: ({ state, causes: names }) =>
        state === "unrecorded" ? words.unrecordedWhy : names.map((name) => causes[name] ?? name).join(", "),
    },
  ];
  return (
    <TableSection
      title={words.outages}
      columns={columns}
      rows={outages}
      keyOf={({ from }) => from}
      none={words.noOutage}
    />
  );
}

function Errors({ errors }: { errors: readonly ErrorCount[] }) {
  const columns: Columns<ErrorCount> = [
    { head: words.code, cell: ({ code }) => (code === "other" ? words.other : <code>{code}</code>) },
    { head: words.count, kind: "number", cell: ({ count }) => number(count) },
  ];
  return (
    <TableSection
      title={words.errors}
      columns={columns}
      rows={errors}
      keyOf={({ code }) => code}
      none={words.noError}
    />
  );
}
