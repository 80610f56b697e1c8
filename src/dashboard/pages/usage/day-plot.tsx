/** Bars for the days of a month, and the same as a table. Thirty bars need no library, and follow the theme by themselves. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { usage } from "../../messages/usage.ts";
import { type Column, Table } from "../../parts/table.tsx";
import { date, duration, number } from "../../state/format.ts";
import { daysOf, noonOf } from "./months.ts";

/** In pixels, as drawn, so that its words are as large as others on every screen. */
const HEIGHT = 200;
const LEFT = 72;
const LINES = 4;

export interface DayLine {
  day: string;
  seconds: number;
  /** Null where nothing has a price. */
  cost: string | null;
}

export function DayPlot({ month, lines }: { month: string; lines: readonly DayLine[] }) {
  const { days, day, plotOf, asTable, nothing, audio, cost } = usage();
  if (lines.length === 0) return <p class="second">{nothing}</p>;
  const busiest = lines.reduce((most, line) => (line.seconds > most.seconds ? line : most));
  const label = plotOf(
    date(noonOf(`${month}-01`), { month: "long", year: "numeric" }),
    date(noonOf(busiest.day), { day: "numeric", month: "long" }),
  );
  const columns: Column<DayLine>[] = [
    { key: "day", head: day, cell: (line) => date(noonOf(line.day), { dateStyle: "medium" }) },
    { key: "audio", head: audio, kind: "number", cell: (line) => duration(line.seconds) },
  ];
  if (lines.some((line) => line.cost !== null))
    columns.push({ key: "cost", head: cost, kind: "number", cell: (line) => line.cost });
  return (
    <section>
      <div class="section-head">
        <h2>{days}</h2>
      </div>
      <Bars month={month} lines={lines} label={label} />
      <details>
        <summary>{asTable}</summary>
        <Table caption={label} dense rows={lines} keyOf={(line) => line.day} columns={columns} />
      </details>
    </section>
  );
}

/** How wide the element is, in pixels, also after the window changed. */
function useWidth(of: RefObject<SVGSVGElement | null>): number {
  const width = useSignal(0);
  useLayoutEffect(() => {
    if (of.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      width.value = entry?.contentRect.width ?? 0;
    });
    observer.observe(of.current);
    return () => observer.disconnect();
  }, []);
  return width.value;
}

function Bars({ month, lines, label }: { month: string; lines: readonly DayLine[]; label: string }) {
  const all = daysOf(month);
  const seconds = new Map(lines.map((line) => [line.day, line.seconds]));
  const most = Math.max(...seconds.values());
  const [unit, unitSeconds] = most < 3600 ? (["min", 60] as const) : (["h", 3600] as const);
  const top = scaleOf(most / unitSeconds);
  const plot = useRef<SVGSVGElement>(null);
  const width = useWidth(plot);
  const step = Math.max(0, width - LEFT) / all.length;
  return (
    <svg
      ref={plot}
      class="plot"
      height={HEIGHT + 40}
      viewBox={`0 -8 ${width} ${HEIGHT + 40}`}
      role="img"
      aria-label={label}
    >
      {Array.from({ length: LINES + 1 }, (_, index) => {
        const y = HEIGHT - (index * HEIGHT) / LINES;
        return (
          <g key={index}>
            <path class="grid" d={`M${LEFT} ${y}H${width}`} />
            <text x={LEFT - 8} y={y + 4} text-anchor="end">
              {number((index * top) / LINES, { maximumSignificantDigits: 3 })}
              {index === LINES && `\u00a0${unit}`}
            </text>
          </g>
        );
      })}
      {all.map((day, index) => {
        const height = ((seconds.get(day) ?? 0) / unitSeconds / top) * HEIGHT;
        const x = LEFT + index * step;
        return (
          <g key={day}>
            {height > 0 && (
              <rect class="bar" x={x + step * 0.2} y={HEIGHT - height} width={step * 0.6} height={height} />
            )}
            {(index === 0 || (index + 1) % 7 === 0) && (
              <text x={x + step / 2} y={HEIGHT + 22} text-anchor="middle">
                {index + 1}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The next of 1, 2, 4, 5 and 10 times a power of ten, whose quarters are read easily. */
function scaleOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 0.001)));
  return power * ([1, 2, 4, 5].find((factor) => factor * power >= most) ?? 10);
}
