import { limits } from "../../config/limits.ts";
import { GIB } from "../../lib/units.ts";
import { green, onStandardOutput, red, type Style, yellow } from "../support/colors.ts";
import { shownTime, type TimeFlags } from "../support/times.ts";
import type { ServerStatus } from "./ask-server.ts";

type Health = ServerStatus["health"];
type Status = Health["status"];

const VERDICTS: Record<Status, [words: string, style: Style]> = {
  ok: ["works", green],
  degraded: ["works, but somebody should look", yellow],
  unavailable: ["does not work", red],
};

/** A server that says it is well and does not recognize speech is not well; before its first check its word is taken. */
export function verdict({ health, functional }: ServerStatus): Status {
  const found = [health.status, functional.last_run_at === null ? "ok" : functional.status];
  return found.find((each) => each === "unavailable") ?? found.find((each) => each === "degraded") ?? "ok";
}

export function headline(answer: ServerStatus | null): string {
  if (answer === null)
    return onStandardOutput(red)(
      "The server does not answer: see its log. One that asks for certificates answers only to clients with one.",
    );
  const { version, checks } = answer.health;
  const [words, style] = VERDICTS[verdict(answer)];
  return onStandardOutput(style)(`tiro ${version} ${checks.server === "stopping" ? "is stopping" : words}.`);
}

/** A line for each part: what is wrong with it first, then what is known. */
export function statusRows(
  { health, functional }: ServerStatus,
  flags: TimeFlags,
): [name: string, text: string][] {
  const { database, engine, models, disk, queue, backup, report, certificate, workers } = health.checks;
  const memory = engine.oom_kills === 0 ? "" : `, ${engine.oom_kills} killed for lack of memory`;
  const hung = engine.hung === 0 ? "" : `, ${engine.hung} replaced because they hung`;
  const device = engine.device === null ? "" : ` (${engine.device})`;
  return [
    ["up for", durationInWords(health.uptime_seconds)],
    [
      "database",
      judged(
        database.status,
        database.may_be_damaged
          ? "may be damaged; the log says more"
          : database.latency_ms === undefined
            ? ""
            : `${database.latency_ms} ms`,
      ),
    ],
    ["clock", clockInWords(health, flags)],
    [
      "recognizer",
      judged(
        engine.status,
        `${engine.state} on ${engine.provider ?? "nothing yet"}${device}, ${engine.processes_ready} of ${engine.processes} processes ready, sandbox ${engine.sandbox}${memory}${hung}`,
      ),
    ],
    ...(workers ? [workersRow(workers)] : []),
    ["packs", judged(models.status, packsInWords(models))],
    ["queue", judged(queue.status, `${queue.waiting} of ${queue.capacity} recordings wait`)],
    [
      "disk",
      judged(
        disk.status,
        disk.free_bytes === undefined ? "" : `${(disk.free_bytes / GIB).toFixed(1)} GiB free`,
      ),
    ],
    ...(backup ? [backupRow(backup, flags)] : []),
    ...(report ? [reportRow(report)] : []),
    ...(certificate ? [certificateRow(certificate)] : []),
    ["last check", judged(functional.status, checkInWords(functional, flags))],
  ];
}

/** The advice if another version was installed since the server of this machine started. */
export function versionRows(running: string, installed: string): [name: string, text: string][] {
  if (running === installed) return [];
  const text = `The server runs ${running}, and this program is ${installed}: restart the service.`;
  return [["version", onStandardOutput(yellow)(text)]];
}

function judged(status: Status, text: string): string {
  if (status === "ok") return text || "ok";
  const word =
    status === "degraded" ? onStandardOutput(yellow)("degraded") : onStandardOutput(red)("unavailable");
  return text === "" ? word : `${word}: ${text}`;
}

function clockInWords({ checks: { clock } }: Health, flags: TimeFlags): string {
  if (clock.jump_seconds === undefined || clock.jumped_at === undefined) return judged(clock.status, "");
  const at = shownTime(Date.parse(clock.jumped_at), flags);
  return judged(
    clock.status,
    `jumped by ${clock.jump_seconds} s at ${at}; confirm it with tiro clock confirm`,
  );
}

function packsInWords({ loaded, packs = [], quarantined = [] }: Health["checks"]["models"]): string {
  const each = packs.map(({ id, state, memory_mib }) => `${id} (${state}, ${memory_mib} MiB)`);
  const broken = quarantined.map(({ id }) => `${id} could not be loaded`);
  return [...each, ...broken].join(", ") || loaded || "none";
}

function checkInWords(check: ServerStatus["functional"], flags: TimeFlags): string {
  if (check.last_run_at === null) return "not yet";
  const heard =
    check.last_success_at === null ? "never" : shownTime(Date.parse(check.last_success_at), flags);
  const latency = check.latency_ms === null ? "" : ` in ${(check.latency_ms / 1000).toFixed(1)} s`;
  const errors =
    check.word_error_rate === null ? "" : `, ${(check.word_error_rate * 100).toFixed(0)} % word errors`;
  return `recorded speech last recognized ${heard}${latency}${errors}`;
}

const UNITS: [seconds: number, name: string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** The two largest units, such as `3 d 4 h`. */
function durationInWords(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(([size, name]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return parts.slice(0, 2).join(" ") || "0 s";
}

function workersRow({
  status,
  broker_connected: isConnected,
  certificate_days_left: days,
  languages_missing: missing,
  ...states
}: NonNullable<Health["checks"]["workers"]>): [name: string, text: string] {
  const { ready, draining, lost, refused, unseen, faulty, clock_off } = states;
  const named = {
    ...{ ready, draining, lost, refused, "not seen yet": unseen },
    ...{ "with no pack or a refused one": faulty, "whose clock is wrong": clock_off },
  };
  const counts = Object.entries(named).flatMap(([state, count]) => (count ? [`${count} ${state}`] : []));
  const broker = isConnected ? [] : ["the broker does not answer"];
  if (days !== null && days < limits.certificateWarningDays)
    broker.push(`a certificate ends in ${days} days`);
  if (missing.length > 0) counts.push(`nothing recognizes ${missing.join(", ")}`);
  return ["workers", judged(status, [...broker, ...counts].join(", ") || "none was added")];
}

function certificateRow({
  status,
  days_left: days,
}: NonNullable<Health["checks"]["certificate"]>): [name: string, text: string] {
  return ["certificate", judged(status, days < 0 ? "has ended" : `ends in ${days} days`)];
}

function backupRow(
  { status, failure, last_at: at }: NonNullable<Health["checks"]["backup"]>,
  flags: TimeFlags,
): [name: string, text: string] {
  const newest = at ? `the newest is of ${shownTime(Date.parse(at), flags)}` : "none yet";
  return ["backups", judged(status, failure ? `the last one failed (${failure}), ${newest}` : newest)];
}

function reportRow({
  status,
  failure,
  last_month: month,
}: NonNullable<Health["checks"]["report"]>): [name: string, text: string] {
  const newest = month ? `the newest is of ${month}` : "none yet";
  return ["reports", judged(status, failure ? `the last one failed (${failure}), ${newest}` : newest)];
}
