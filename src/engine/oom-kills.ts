/**
 * Processes that the kernel killed for lack of memory. Its counter holds for the control group, which the recognizers and decoders
 * share with this process; if there is none, for the machine.
 */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { type ControlGroups, controlGroups, readIfThere } from "./control-groups.ts";

const COUNTER = /^oom_kill (\d+)$/m;

export class OomKills {
  readonly #clock: Pick<Clock, "monotonic">;
  /** Null on kernels that do not count. */
  readonly #file: string | null;
  readonly #countAtStart: number;
  #lastCount: number;
  #lastSeenAt = Number.NEGATIVE_INFINITY;

  constructor(
    clock: Pick<Clock, "monotonic">,
    groups: ControlGroups = controlGroups(),
    vmstat = "/proc/vmstat",
  ) {
    this.#clock = clock;
    this.#file = [...candidates(groups), vmstat].find((path) => countIn(path) !== null) ?? null;
    this.#countAtStart = this.#read();
    this.#lastCount = this.#countAtStart;
  }

  /** Since this was made. */
  get count(): number {
    this.#look();
    return this.#lastCount - this.#countAtStart;
  }

  /** Whether there was one a moment ago: the reason, for a process that just ended by a SIGKILL which tiro did not send. */
  get justNow(): boolean {
    this.#look();
    return this.#clock.monotonic() - this.#lastSeenAt < limits.oomKillSeenMs;
  }

  #look(): void {
    const count = this.#read();
    if (count > this.#lastCount) this.#lastSeenAt = this.#clock.monotonic();
    this.#lastCount = count;
  }

  #read(): number {
    return (this.#file !== null ? countIn(this.#file) : null) ?? 0;
  }
}

/** The innermost group first: version 1 counts for each group alone. */
function candidates({ root, groups }: ControlGroups): string[] {
  return groups
    .toReversed()
    .flatMap((group) => [`${root}${group}/memory.events`, `${root}/memory${group}/memory.oom_control`]);
}

function countIn(path: string): number | null {
  const [, count] = COUNTER.exec(readIfThere(path) ?? "") ?? [];
  return count === undefined ? null : Number(count);
}
