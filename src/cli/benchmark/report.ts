import type { Machine } from "../../engine/machine.ts";
import { GIB, MIB } from "../../lib/units.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { printLine, printTable } from "../support/output.ts";
import type { Measurement } from "./measure.ts";
import { BUSY_HOUR_SHARE, type Crowd, crowds, largestCrowd, predict } from "./people.ts";

export interface Predictions {
  minutesADay: number;
  p95Goal: number;
  crowds: readonly Crowd[];
  /** Null if not even one person is served as fast as asked for. */
  largest: Crowd | null;
}

export interface BenchmarkReport extends Predictions {
  machine: Machine;
  pack: string;
  recordings: number;
  measurement: Measurement;
  /** Of the server and the processes that it started. */
  peakBytes: number;
}

export function predictions(
  measured: Measurement,
  { minutes, p95, people }: { minutes: number; p95: number; people?: number },
): Predictions {
  const asked = people === undefined ? [] : [predict(measured, people, minutes)];
  const all = [...crowds(measured, minutes), ...asked].sort((a, b) => a.people - b.people);
  return { minutesADay: minutes, p95Goal: p95, crowds: all, largest: largestCrowd(measured, minutes, p95) };
}

export function printReport(report: BenchmarkReport): void {
  const { machine, pack, recordings, measurement, peakBytes } = report;
  printLine(`Machine     ${machine.cores} cores, ${(machine.memoryBytes / GIB).toFixed(1)} GiB`);
  printLine(`Pack        ${pack}`);
  printLine(`Recordings  ${recordings}, ${measurement.meanAudioSeconds.toFixed(1)} s on average`);
  printLine(`Memory      ${Math.round(peakBytes / MIB)} MiB at most, server and recognizers\n`);
  const levels = measurement.levels.map((level) => [
    String(level.clients),
    String(level.dictations),
    inSeconds(level.p50Seconds),
    inSeconds(level.p95Seconds),
    `${level.realTimeFactor.toFixed(1)} x`,
  ]);
  printTable(["CLIENTS", "DICTATIONS", "MEDIAN", "P95", "REAL TIME"], levels, "");
  printPredictions(report);
}

function printPredictions({ minutesADay, p95Goal, crowds, largest }: Predictions): void {
  const share = `${BUSY_HOUR_SHARE * 100} %`;
  printLine(`\nPeople who dictate ${minutesADay} minutes a day each, ${share} of it in the busiest hour:\n`);
  const rows = crowds.map(({ people, load, p50Seconds, p95Seconds }) => [
    String(people),
    `${Math.round(load * 100)} %`,
    inSeconds(p50Seconds),
    inSeconds(p95Seconds),
  ]);
  printTable(["PEOPLE", "LOAD", "MEDIAN", "P95"], rows, "");
  printLine(
    largest === null
      ? `\nNot even one person gets 95 in 100 dictations within ${p95Goal} s.`
      : `\nEnough for ${largest.people} people, if 95 in 100 dictations may take ${p95Goal} s.`,
  );
}

function inSeconds(seconds: number | null): string {
  return seconds === null ? "never done" : `${seconds.toFixed(2)} s`;
}

export function reportJson(report: BenchmarkReport): Record<string, unknown> {
  const { machine, pack, recordings, measurement, peakBytes, minutesADay, p95Goal, crowds, largest } = report;
  return {
    machine: { cores: machine.cores, memory_bytes: machine.memoryBytes },
    pack,
    recordings: { count: recordings, mean_seconds: measurement.meanAudioSeconds },
    memory_bytes: peakBytes,
    levels: measurement.levels.map((level) => ({
      ...wireForm(level, "clients", "dictations", "meanSeconds", "p50Seconds", "p95Seconds"),
      ...wireForm(level, "realTimeFactor"),
    })),
    prediction: {
      minutes_a_day: minutesADay,
      busy_hour_share: BUSY_HOUR_SHARE,
      crowds: crowds.map(crowdJson),
      p95_goal_seconds: p95Goal,
      largest: largest && crowdJson(largest),
    },
  };
}

function crowdJson({ people, load, p50Seconds, p95Seconds }: Crowd): Record<string, unknown> {
  return { people, load, p50_seconds: p50Seconds, p95_seconds: p95Seconds };
}
