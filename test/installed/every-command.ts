/** Every command of the registry with words that let it do its work, as far as it can without a network. */
import type { CommandDescription } from "../../src/cli/describe.ts";
import { describeProgram } from "../../src/cli/program.ts";

/** These run until they are stopped, or for minutes. */
const LEFT_OUT = ["serve", "benchmark"];
const PERSON = "person9@example.com";
const VALUES: Readonly<Record<string, string>> = {
  user: PERSON,
  account: PERSON,
  address: "new@example.com",
  organization: "Acme",
  "on|off": "on",
  role: "member",
  name: "requests_per_minute",
  value: "60",
  host: "localhost",
  pack: "starter-en",
};
const OWN: Readonly<Record<string, readonly string[]>> = {
  transcribe: ["talk.wav"],
  "users import": ["people.csv", "--dry-run"],
  "orgs add": ["--name", "Acme", "--owner", PERSON],
  "models bundle": ["starter-en", "--output", "bundle"],
  "models install": ["talk.wav"],
  "install-files": ["files"],
  restore: ["backup.tar", "restored"],
  "support-bundle": ["support.tar"],
  "upgrade-check": ["--try"],
  backup: ["backups"],
  format: ["talk.wav"],
  live: ["-"],
};

/** @returns the words after `tiro` of each. */
export async function everyCommand(): Promise<string[][]> {
  const leaves = leavesOf(await describeProgram()).filter(({ path }) => !LEFT_OUT.includes(path.join(" ")));
  return leaves.map((command) => [...command.path, ...(OWN[command.path.join(" ")] ?? wordsOf(command))]);
}

function leavesOf(command: CommandDescription): CommandDescription[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function wordsOf({ arguments: taken, options }: CommandDescription): string[] {
  const valueFor = (name: string) => VALUES[name] ?? "none";
  const required = taken.filter((argument) => argument.required).map(({ name }) => valueFor(name));
  const named = options.filter(({ mandatory, long }) => mandatory || long === "--yes");
  return [
    ...required,
    ...named.flatMap(({ long, value }) =>
      value === null ? [String(long)] : [String(long), valueFor(value)],
    ),
  ];
}
