/** How long dictations took: half of them as an area, 95 % as a line. */
import type { Schemas } from "../../client/api.ts";
import { healthWords as words } from "../../messages/health.ts";
import { Plot, type PlotRoom } from "../../parts/plot.tsx";
import { date, number } from "../../state/format.ts";

type Shown = Schemas["HealthHistory"];

const MARKS = 4;
const DAY_MINUTES = 1440;

export function DictationPlot({ history: { points, step_minutes: step } }: { history: Shown }) {
  const slowest = points.reduce((most, { p95_ms: ms }) => Math.max(most, ms ?? 0), 0);
  const count = points.reduce((sum, { dictations }) => sum + dictations, 0);
  const marks = Array.from({ length: MARKS }, (_, index) => Math.floor((index * points.length) / MARKS));
  const isOneDay = points.length * step <= DAY_MINUTES + step;
  return (
    <section>
      <div class="section-head">
        <h2>{words.dictationTimes}</h2>
        {count > 0 && <span class="second small">{words.plotKey}</span>}
      </div>
      {count === 0 ? (
        <p class="second">{words.noDictation}</p>
      ) : (
        <Plot
          label={words.plotOf(number(count), words.milliseconds(number(slowest)))}
          most={slowest / 1000}
          unit="s"
        >
          {(room) => (
            <>
              <path
                class="under"
                d={areaOf(
                  points.map(({ p50_ms: ms }) => ms),
                  room,
                )}
              />
              <path
                class="line"
                d={lineOf(
                  points.map(({ p95_ms: ms }) => ms),
                  room,
                )}
              />
              {marks.map((index) => (
                <text key={index} x={room.left + (index * room.width) / points.length} y={room.height + 22}>
                  {date(
                    points[index]?.at ?? 0,
                    isOneDay ? { timeStyle: "short" } : { day: "numeric", month: "short" },
                  )}
                </text>
              ))}
            </>
          )}
        </Plot>
      )}
    </section>
  );
}

/** A point without a value interrupts it; one alone is as wide as its step. */
function lineOf(values: readonly (number | null)[], room: PlotRoom): string {
  const { left, width, height, top } = room;
  const step = width / values.length;
  return values
    .map((ms, index) => {
      if (ms === null) return "";
      const y = height - (ms / 1000 / top) * height;
      const isAlone = (values[index - 1] ?? null) === null;
      return `${isAlone ? "M" : "L"}${left + index * step} ${y}h${step}`;
    })
    .join("");
}

function areaOf(values: readonly (number | null)[], { left, width, height, top }: PlotRoom): string {
  const step = width / values.length;
  return values
    .map((ms, index) => {
      if (ms === null) return "";
      const y = height - (ms / 1000 / top) * height;
      return `M${left + index * step} ${height}V${y}h${step}V${height}Z`;
    })
    .join("");
}
