import { expect, test } from "bun:test";
import { runTiro } from "../../test/support/tiro.ts";
import type { CommandDescription } from "./describe.ts";
import { COMMANDS_WITH_OWN_EXITS, exitCodesOf } from "./exit-codes.ts";
import { describeProgram } from "./program.ts";
import { COMMANDS } from "./registry.ts";

const program = await describeProgram();
const all = (command: CommandDescription): CommandDescription[] => [
  command,
  ...command.commands.flatMap(all),
];

test("the description holds every command of the registry, with its words", () => {
  expect(program.commands.map(({ name, summary }) => [name, summary])).toEqual([
    ...Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]),
    ["help", "show what a command does and takes"],
  ]);
});

test("every command, argument and option says what it is", () => {
  for (const { path, summary, description, arguments: taken, options } of all(program)) {
    expect([path, summary.length > 5, /[.]$/.test(description)]).toEqual([path, true, true]);
    for (const { name, description } of [
      ...taken,
      ...options.map((option) => ({ ...option, name: option.flags })),
    ])
      expect([path, name, description.length > 1]).toEqual([path, name, true]);
  }
});

test("the table of exit codes names commands that exist", () => {
  const paths = all(program).map(({ path }) => path.join(" "));
  expect(COMMANDS_WITH_OWN_EXITS.filter((path) => !paths.includes(path))).toEqual([]);
});

test("an argument and an option as data", () => {
  const create = all(program).find(({ path }) => path.join(" ") === "users add");
  expect(create?.options.find(({ long }) => long === "--plan")).toEqual({
    flags: "--plan <plan>",
    short: null,
    long: "--plan",
    value: "plan",
    description: "plan",
    mandatory: false,
    choices: ["free", "pro", "max", "team", "enterprise"],
    default: "free",
  });
  const verify = all(program).find(({ path }) => path.join(" ") === "models verify");
  expect(verify?.arguments).toEqual([
    {
      name: "pack",
      description: "id or id@version (default: all)",
      required: false,
      variadic: false,
      choices: [],
    },
  ]);
  expect(verify?.exitCodes.slice(0, 3)).toEqual([
    { code: 0, meaning: "every file is intact" },
    { code: 1, meaning: "a file is damaged, or the check failed" },
    { code: 2, meaning: "wrong usage (no such command, option or value)" },
  ]);
});

const HELPS: [words: string[], code: number, says: string[]][] = [
  [
    ["help"],
    0,
    ["Usage: tiro [options] [command]", "keys ", "help [command...]", "Exit codes:\n  0    done\n"],
  ],
  [["help", "keys"], 0, ["Usage: tiro keys [options] [command]", "revoke [options] <id>", "Exit codes:"]],
  [["help", "audit", "verify"], 0, ["Usage: tiro audit verify [options]", "  1    an entry was changed"]],
  [["audit", "verify", "--help"], 0, ["Usage: tiro audit verify [options]", "  1    an entry was changed"]],
  [["help", "bogus"], 2, ["error: unknown command 'bogus'"]],
  [["help", "keys", "bogus"], 2, ["error: unknown command 'bogus'"]],
  [["constructor"], 2, ["error: unknown command 'constructor'"]],
];
test.each(HELPS)("tiro %p ends with %d", (words, code, says) => {
  const run = runTiro(...words);
  expect(run.code).toBe(code);
  for (const text of says) expect(run.stdout + run.stderr).toContain(text);
  expect(run.stdout + run.stderr).not.toContain("\u001b");
});

test("every command ends with the common codes at least", () => {
  expect(exitCodesOf("keys list").map(({ code }) => code)).toEqual([0, 1, 2, 130, 141]);
});
