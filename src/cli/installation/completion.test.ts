/** The shells themselves complete: bash, zsh and fish, each skipped with a note where it is missing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { describeProgram } from "../program.ts";
import { COMMANDS } from "../registry.ts";
import { bashCompletion } from "./bash-completion.ts";
import { fishCompletion } from "./fish-completion.ts";
import { manPage } from "./man-page.ts";
import { zshCompletion } from "./zsh-completion.ts";

const program = await describeProgram();
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
beforeAll(() => {
  mkdirSync(join(folder.path, "a folder"));
  writeFileSync(join(folder.path, "a talk.wav"), "");
});

function run(command: string[], script: string): string {
  const env = { HOME: folder.path, PATH: process.env.PATH ?? "", TERM: "dumb", LC_ALL: "C.UTF-8" };
  const { stdout, stderr, exitCode } = Bun.spawnSync([...command, script], { cwd: folder.path, env });
  expect({ exitCode, stderr: stderr.toString().slice(0, 500) }).toEqual({ exitCode: 0, stderr: "" });
  return stdout.toString();
}

/** The candidates of each shell, one a line, where the last word of the line is being typed. */
const SHELLS: Record<string, { command: string[]; script: string; ask: (words: string[]) => string }> = {
  bash: {
    command: ["bash", "-c"],
    script: bashCompletion(program),
    ask: (words) =>
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _tiro; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  // Its completion system needs a terminal; these stand for the parts of it that our function calls.
  zsh: {
    command: ["zsh", "-f", "-c"],
    script: `compdef() { }
      _describe() { local entry; for entry in "\${(@P)2}"; do print -r -- "\${entry%%:*}"; done }
      _files() { [[ $1 == -/ ]] && print -rl -- *(/N) || print -rl -- *(N) }
      _message() { }
      ${zshCompletion(program)}`,
    ask: (words) =>
      `words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length}; _tiro "$@"`,
  },
  fish: {
    command: ["fish", "--no-config", "-c"],
    script: fishCompletion(program),
    ask: (words) => `complete -C '${words.join(" ")}' | string split -f1 \\t; true`,
  },
};

const QUESTIONS: [line: string, offers: string[], not: string[]][] = [
  ["tiro ", Object.keys(COMMANDS), ["list"]],
  ["tiro models ", ["install", "list", "verify"], ["serve", "search-all"]],
  ["tiro orgs members ", ["add", "remove", "role"], ["policy"]],
  ["tiro transcribe --", ["--format", "--diarize", "--help"], ["--listen"]],
  ["tiro transcribe --format ", ["json", "srt", "diarized_json"], ["serve"]],
  ["tiro users add --plan ", ["free", "enterprise"], ["add"]],
  ["tiro transcribe ", ["a talk.wav"], ["serve"]],
  ["tiro doctor --data ", ["a folder"], ["a talk.wav"]],
  // The value of an option is no command.
  ["tiro doctor --data models ", [], ["install"]],
];

for (const [name, { command, script, ask }] of Object.entries(SHELLS)) {
  const missing = Bun.which(name) === null;
  describe.skipIf(missing)(missing ? `${name}, which is not installed here` : name, () => {
    test.each(QUESTIONS)("completes %p", (line, offers, not) => {
      const found = run(command, `${script}\n${ask(line.split(" "))}`)
        .split("\n")
        .map((candidate) => candidate.replaceAll("\\", "").replace(/\/$/, ""))
        .map((candidate) => (name === "zsh" ? candidate.split(":")[0] : candidate));
      expect(found).toEqual(expect.arrayContaining(offers));
      for (const word of not) expect(found).not.toContain(word);
    });
  });
}

test("the man page names every command, option and exit code, as mandoc and man read it", () => {
  const page = manPage(program, "1.2.3");
  writeFileSync(join(folder.path, "tiro.1"), page);
  expect(page).toStartWith('.TH TIRO 1 "" "tiro 1.2.3"');
  for (const words of [".SS tiro audit verify", "\\-\\-notices", ".B 141", "a company's own server"])
    expect(page).toContain(words);
  // A line that begins with a dot obeys only what is meant.
  const macros = new Set([...page.matchAll(/^\.(\w+)/gm)].map(([, macro]) => macro));
  expect([...macros].sort()).toEqual(["B", "BR", "I", "SH", "SS", "TH", "TP"]);
  if (Bun.which("mandoc")) run(["sh", "-c"], "mandoc -T lint -W error tiro.1");
  if (Bun.which("man"))
    expect(run(["sh", "-c"], "MANWIDTH=120 man -P cat -l tiro.1")).toContain("tiro keys create");
});
