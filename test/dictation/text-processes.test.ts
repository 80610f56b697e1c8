/** Texts are finished in processes of their own, whatever they do there. */
import { afterEach, expect, test } from "bun:test";
import { availableParallelism, setPriority } from "node:os";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { TextProcesses, textHost } from "../../src/dictation/finishing/text-processes.ts";
import type { PersonalRules, TextJob } from "../../src/text/finish.ts";
import { eventually } from "../support/eventually.ts";

const NONE: PersonalRules = { dictionary: [], replacements: [], customInstructions: "" };
const REAL = textHost("auto");
const MISBEHAVING = {
  ...REAL,
  command: [process.execPath, join(import.meta.dir, "misbehaving-text-host.ts")],
  sandbox: { ...REAL.sandbox, readable: [import.meta.dir] },
};

let processes: TextProcesses;
afterEach(() => processes.close());

const misbehaving = () => {
  processes = new TextProcesses(MISBEHAVING);
};
const real = () => {
  processes = new TextProcesses(REAL);
};

interface Options {
  account?: string;
  signal?: AbortSignal;
  rules?: PersonalRules;
  revision?: number;
}

async function finishJob(job: TextJob, options: Options = {}): Promise<string> {
  const { account = "one", signal = new AbortController().signal, rules = NONE, revision = 0 } = options;
  const known = { key: `${account} ${revision}`, read: () => rules };
  return (await processes.run({ account, signal, rules: known, job })).text;
}
const finish = (rawText: string, options?: Options) =>
  finishJob(
    { operation: "dictate", rawText, pauses: [], certainties: [], language: "en", place: {} },
    options,
  );

function lives(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

test.each(["loop", "match"])("a text that ends in no time (%s) ends at its deadline", async (text) => {
  misbehaving();
  const pid = await finish("pid");
  await expect(finish(text)).rejects.toMatchObject({ fault: "deadline" });
  expect(await finish("go on")).toBe("GO ON");
  expect(await finish("pid")).not.toBe(pid);
  expect(lives(pid)).toBe(false);
});

test("a machine that has no time for a text does not use up its deadline", async () => {
  misbehaving();
  setPriority(Number(await finish("pid")), 19);
  // They take all processors but for a few percent.
  const others = Array.from({ length: 2 * availableParallelism() }, () =>
    Bun.spawn(["sh", "-c", "while :; do :; done"]),
  );
  try {
    expect(await finish("spin")).toBe("spun");
  } finally {
    for (const other of others) other.kill("SIGKILL");
  }
});

test("a process that stands still costs no text", async () => {
  misbehaving();
  const pid = await finish("pid");
  process.kill(Number(pid), "SIGSTOP");
  expect(await finish("go on")).toBe("GO ON");
  expect(lives(pid)).toBe(false);
});

test("one account's texts do not delay another's", async () => {
  misbehaving();
  await Promise.all([finish("wait", { account: "hog" }), finish("wait", { account: "guest" })]);
  const hard = ["loop", "wait", "wait"].map((text) => finish(text, { account: "hog" }).catch(() => "late"));
  let hasOneEnded = false;
  void Promise.race(hard).then(() => (hasOneEnded = true));
  expect(await finish("hello", { account: "guest" })).toBe("HELLO");
  expect(hasOneEnded).toBe(false);
  expect(await Promise.all(hard)).toEqual(["late", "waited", "waited"]);
});

test("accounts take turns, however many texts one of them has", async () => {
  misbehaving();
  const order: string[] = [];
  const accounts = ["a", "a", "a", "a", "b", "b", "c"];
  await Promise.all(
    accounts.map(async (account) => {
      await finish("wait", { account });
      order.push(account);
    }),
  );
  const beforeLast = order.slice(0, order.indexOf("c"));
  expect(beforeLast.filter((account) => account === "a").length).toBeLessThanOrEqual(2);
  expect(order.at(-1)).toBe("a");
});

test.each(["die", "garble"])(
  "a text whose process fails (%s) is tried once more, and then told",
  async (text) => {
    misbehaving();
    await expect(finish(text)).rejects.toMatchObject({ fault: "crashed" });
    expect(await finish("go on")).toBe("GO ON");
  },
);

test("a process that somebody else killed costs no text", async () => {
  misbehaving();
  process.kill(Number(await finish("pid")), "SIGKILL");
  expect(await finish("go on")).toBe("GO ON");
});

test("who hangs up waits no longer", async () => {
  misbehaving();
  const abort = new AbortController();
  const both = [1, 2].map(() => finish("loop", { signal: abort.signal }));
  const reason = new Error("hung up");
  abort.abort(reason);
  expect(await Promise.allSettled(both)).toEqual(both.map(() => ({ status: "rejected", reason })));
});

test("closing ends the processes and what they do", async () => {
  misbehaving();
  const pid = await finish("pid");
  const running = finish("loop");
  await Bun.sleep(50);
  processes.close();
  await expect(running).rejects.toMatchObject({ fault: "crashed" });
  await expect(finish("hello")).rejects.toMatchObject({ fault: "not_started" });
  await eventually(() => lives(pid), false);
});

test("a command that does not start is told", async () => {
  processes = new TextProcesses({ ...REAL, command: ["/nowhere/tiro", "text-host"] });
  processes.warm();
  await expect(finish("hello")).rejects.toMatchObject({ fault: "not_started", where: "ENOENT" });
});

test("the host formats and edits by the rules of whoever spoke, as they are now", async () => {
  real();
  const rules = { ...NONE, replacements: [{ from: "anna", to: "Anna Smith" }] };
  const later = { ...NONE, replacements: [{ from: "anna", to: "Anna Jones" }] };
  for (const _ of [1, 2]) expect(await finish("call anna", { rules })).toBe("Call Anna Smith.");
  expect(await finish("call anna", { rules: later, revision: 1 })).toBe("Call Anna Jones.");
  expect(await finish("call anna", { account: "two" })).toBe("Call anna.");
  const edit = { operation: "edit", language: "en", instruction: "make it uppercase", place: {} } as const;
  expect(await finishJob({ ...edit, selectedText: "a" })).toBe("A");
  const insert = { ...edit, instruction: "put the at the beginning", selectedText: "hall" };
  expect(await finishJob(insert)).toBe("The hall");
  expect(await finishJob({ ...insert, place: { textBefore: "We meet in " } })).toBe("the hall");
});

/** Nine minutes of speech, and ten words of it that become 2,000 letters each. */
const NAMES = "anna berta carla dora emma frida greta hanna ida julia".split(" ");
const MINUTES = NAMES.map((name) => `please call ${name} and tell everybody that it is about time`)
  .join(" ")
  .repeat(12);
const TEN = NAMES.map((from) => ({ from, to: "x".repeat(limits.replacementToChars) }));

test("a text that becomes many times as long as it was is given up", async () => {
  real();
  const rules = { ...NONE, replacements: TEN };
  await expect(finish(MINUTES, { rules })).rejects.toMatchObject({ fault: "too_long" });
  expect(await finish("call anna", { rules })).toBe(`Call ${TEN[0]?.to}.`);
});

test("a text as long as it may become is finished, one character more is not", async () => {
  real();
  const said = "a word";
  const most = limits.finishedTextFactor * said.length + limits.finishedTextExtraChars;
  const to = "x".repeat(most - " word.".length);
  const rules = (text: string): Options => ({
    rules: { ...NONE, replacements: [{ from: "a", to: text }] },
    revision: text.length,
  });
  expect(await finish(said, rules(to))).toBe(`${to} word.`.replace(/^x/, "X"));
  await expect(finish(said, rules(`${to}x`))).rejects.toMatchObject({ fault: "too_long" });
});
