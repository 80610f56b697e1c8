/** Bars for the days of a month, and the same as a table. Thirty bars need no library, and follow the theme by themselves. */
import { usage as words } from "../../messages/usage.ts";
import { Section } from "../../parts/page.tsx";
import { Plot } from "../../parts/plot.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { date, duration } from "../../state/format.ts";
import { daysOf, noonOf } from "./months.ts";

export interface DayLine {
  day: string;
  seconds: number;
  /** Null if nothing has a price. */
  cost: string | null;
}

export function DayPlot({ month, lines }: { month: string; lines: readonly DayLine[] }) {
  const { days, day, plotOf, asTable, nothing, audio, cost } = words;
  if (lines.length === 0) return <p class="second">{nothing}</p>;
  const busiest = lines.reduce((most, line) => (line.seconds > most.seconds ? line : most));
  const label = plotOf(
    date(noonOf(`${month}-01`), { month: "long", year: "numeric" }),
    date(noonOf(busiest.day), { day: "numeric", month: "long" }),
  );
  const columns: Columns<DayLine> = [
    { head: day, cell: (line) => date(noonOf(line.day), { dateStyle: "medium" }) },
    { head: audio, kind: "number", cell: (line) => duration(line.seconds) },
    lines.some((line) => line.cost !== null) && { head: cost, kind: "number", cell: (line) => line.cost },
  ];
  return (
    <Section title={days} bare>
      <Bars month={month} lines={lines} label={label} />
      <details>
        <summary>{asTable}</summary>
        <Table caption={label} rows={lines} keyOf={(line) => line.day} columns={columns} />
      </details>
    </Section>
  );
}

function Bars({ month, lines, label }: { month: string; lines: readonly DayLine[]; label: string }) {
  const all = daysOf(month);
  const seconds = new Map(lines.map((line) => [line.day, line.seconds]));
  const most = Math.max(...seconds.values());
  const [unit, unitSeconds] = most < 3600 ? (["min", 60] as const) : (["h", 3600] as const);
  return (
    <Plot label={label} most={most / unitSeconds} unit={unit}>
      {({ left, width, height: whole, top }) => {
        const step = width / all.length;
        return all.map((day, index) => {
          const height = ((seconds.get(day) ?? 0) / unitSeconds / top) * whole;
          const x = left + index * step;
          return (
            <g key={day}>
              {height > 0 && (
                <rect class="bar" x={x + step * 0.2} y={whole - height} width={step * 0.6} height={height} />
              )}
              {(index === 0 || (index + 1) % 7 === 0) && (
                <text x={x + step / 2} y={whole + 22} text-anchor="middle">
                  {index + 1}
                </text>
              )}
            </g>
          );
        });
      }}
    </Plot>
  );
}
