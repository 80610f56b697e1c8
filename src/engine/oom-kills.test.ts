import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { freshFolder } from "../../test/support/folders.ts";
import { limits } from "../config/limits.ts";
import { controlGroups } from "./control-groups.ts";
import { OomKills } from "./oom-kills.ts";

const root = freshFolder();

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
}

const V2 = (kills: number) => `low 0\nhigh 3\nmax 12\noom 4\noom_kill ${kills}\noom_group_kill 9\n`;
const V1 = (kills: number) => `oom_kill_disable 0\nunder_oom 0\noom_kill ${kills}\n`;
const VMSTAT = (kills: number) => `nr_free_pages 1\noom_kill ${kills}\n`;

/** The file that counts, and others that do not. */
const COUNTERS: [
  what: string,
  self: string,
  file: string,
  text: (kills: number) => string,
  others: object,
][] = [
  ["version 2", "0::/system.slice/tiro.service\n", "system.slice/tiro.service/memory.events", V2, {}],
  ["version 2 in a container", "0::/\n", "memory.events", V2, {}],
  [
    "version 1, of the innermost group",
    "4:memory:/site/tiro\n0::/\n",
    "memory/site/tiro/memory.oom_control",
    V1,
    { "memory/memory.oom_control": V1(7) },
  ],
  [
    "the machine, where no group counts",
    "0::/\n",
    "vmstat",
    VMSTAT,
    { "memory/memory.oom_control": "under_oom 0\n" },
  ],
];

test.each(COUNTERS)("kills are counted from the start: %s", (_what, self, file, text, others) => {
  write({ self, vmstat: VMSTAT(3), ...others, [file]: text(5) });
  const clock = { nowMs: 0, now: () => 0, monotonic: () => clock.nowMs };
  const kills = new OomKills(clock, controlGroups(root, join(root, "self")), join(root, "vmstat"));
  expect([kills.count, kills.justNow]).toEqual([0, false]);
  write({ [file]: text(7) });
  expect([kills.justNow, kills.count]).toEqual([true, 2]);
  clock.nowMs += limits.oomKillSeenMs - 1;
  expect(kills.justNow).toBe(true);
  clock.nowMs += 1;
  expect([kills.justNow, kills.count]).toEqual([false, 2]);
});

test("a kernel that does not count leaves it open", () => {
  write({ self: "0::/\n" });
  const clock = { now: () => 0, monotonic: () => 0 };
  const kills = new OomKills(clock, controlGroups(root, join(root, "self")), join(root, "vmstat"));
  expect([kills.count, kills.justNow]).toEqual([0, false]);
});
