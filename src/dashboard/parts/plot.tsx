/** The frame of a plot: as wide as the page, with lines and their figures. It follows the theme by itself. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { number } from "../state/format.ts";

/** In pixels, as drawn, so that its words are as large as others on every screen. */
const HEIGHT = 200;
const LEFT = 72;
const LINES = 4;

/** Where something can be drawn. */
export interface PlotRoom {
  left: number;
  width: number;
  height: number;
  /** The value at the upper edge. */
  top: number;
}

interface PlotProps {
  /** Says in words what it shows. */
  label: string;
  most: number;
  unit: string;
  children: (room: PlotRoom) => ComponentChildren;
}

export function Plot({ label, most, unit, children }: PlotProps) {
  const plot = useRef<SVGSVGElement>(null);
  const width = useWidth(plot);
  const top = scaleOf(most);
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
      {children({ left: LEFT, width: Math.max(0, width - LEFT), height: HEIGHT, top })}
    </svg>
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

/** The next of 1, 2, 4, 5 and 10 times a power of ten, whose quarters are read easily. */
function scaleOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 0.001)));
  return power * ([1, 2, 4, 5].find((factor) => factor * power >= most) ?? 10);
}
