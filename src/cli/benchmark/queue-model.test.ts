import { expect, test } from "bun:test";
import { percentile } from "../../lib/percentile.ts";
import { capacityOf, type MeasuredServer, simulate } from "./queue-model.ts";

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
/** Quantiles of an exponential distribution with mean 1. */
const EXPONENTIAL = Array.from({ length: 2000 }, (_, i) => -Math.log(1 - (i + 0.5) / 2000));
const oneByOne = (aloneSeconds: number[]): MeasuredServer => ({
  aloneSeconds,
  levels: [{ clients: 1, meanSeconds: 1 }],
});

/** Of queues that the textbooks solve. */
const SOLVED: [name: string, server: MeasuredServer, arrivals: number, meanSeconds: number][] = [
  ["M/M/1 at half load: 1 / (1 - 0.5)", oneByOne(EXPONENTIAL), 0.5, 2],
  ["M/D/1 at half load: 1 + 0.5 / (2 (1 - 0.5))", oneByOne([1]), 0.5, 1.5],
  ["M/D/1 at 80 %: 1 + 0.8 / (2 (1 - 0.8))", oneByOne([1]), 0.8, 3],
  [
    "M/M/2 at half load: 1 / (1 - 0.25)",
    { aloneSeconds: EXPONENTIAL, levels: [1, 2].map((clients) => ({ clients, meanSeconds: 1 })) },
    1,
    4 / 3,
  ],
  [
    "M/G/1 with a shared processor at half load, whatever the work: 1 / (1 - 0.5)",
    { aloneSeconds: [1], levels: [1, 40].map((clients) => ({ clients, meanSeconds: clients })) },
    0.5,
    2,
  ],
];
test.each(SOLVED)("%s", (_, server, arrivals, meanSeconds) => {
  const took = simulate(server, arrivals) ?? [];
  expect(took).toHaveLength(20_000);
  expect(Math.abs(mean(took) / meanSeconds - 1)).toBeLessThan(0.06);
});

test("the 95th percentile of M/M/1 is that of an exponential distribution", () => {
  const took = simulate(oneByOne(EXPONENTIAL), 0.5) ?? [];
  expect(Math.abs(percentile(took, 0.95) / (2 * Math.log(20)) - 1)).toBeLessThan(0.08);
});

test("hardly anybody there: each takes what it takes alone", () => {
  expect(mean(simulate(oneByOne([0.2, 0.4]), 0.001) ?? [])).toBeCloseTo(0.3, 2);
});

test("more than can be served has no answer", () => {
  expect(simulate(oneByOne([1]), 1.2)).toBeNull();
});

test("the capacity is that of a line, not of the best moment", () => {
  const levels = [
    { clients: 1, meanSeconds: 1 },
    { clients: 2, meanSeconds: 1.25 },
    { clients: 4, meanSeconds: 2.6 },
  ];
  expect(capacityOf({ aloneSeconds: [1], levels })).toBeCloseTo(4 / 2.6, 9);
});
