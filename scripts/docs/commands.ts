/** Writes the manual's reference of commands from their registry. `bun run docs`; a test says when it is stale. */
import { writeFileSync } from "node:fs";
import { Command } from "commander";
import type { CommandDescription, OptionDescription } from "../../src/cli/describe.ts";
import { describeProgram } from "../../src/cli/program.ts";
import { addSiteOptions } from "../../src/cli/support/site.ts";

const PAGE = new URL("../../src/manual/commands.md", import.meta.url).pathname;
/** Those of nearly every command, as the command line's page explains them. */
const COMMON = addSiteOptions(new Command()).options.map(({ description }) => description);
const HEAD = `# Every command

<!-- Written by \`bun run docs\` from src/cli/. -->

[Command line](command-line.md) explains what commands have in common. \`tiro help COMMAND\` prints what stands here.
`;

export async function generatedCommandsFile(): Promise<{ path: string; content: string }> {
  const program = await describeProgram();
  const own = program.commands.flatMap((command) => entries(command, exitLines(program)));
  return { path: PAGE, content: [HEAD, commandTable(program), ...own, exitCodeTable(program)].join("\n") };
}

/** A command and those below it. */
function entries(command: CommandDescription, everyExit: readonly string[]): string[] {
  const isCommon = ({ description }: OptionDescription) => COMMON.includes(description);
  const common = command.options.filter(isCommon).map(({ long }) => `\`${long}\``);
  const exits = exitLines(command).filter((line) => !everyExit.includes(line));
  const parts = [
    `${"#".repeat(command.path.length + 1)} tiro ${command.path.join(" ")}`,
    command.description,
    [
      ...command.arguments.map((argument) => `- \`${shown(argument)}\`: ${withChoices(argument)}`),
      ...command.options.filter((option) => !isCommon(option)).map(optionLine),
    ].join("\n"),
    common.length === 0 ? "" : `[Common options](command-line.md#common-options): ${common.join(", ")}.`,
    exits.length === 0
      ? ""
      : `Exit codes that differ from the [common ones](#exit-codes):\n\n${exits.join("\n")}`,
  ];
  const below = command.commands.flatMap((child) => entries(child, everyExit));
  return [`${parts.filter(Boolean).join("\n\n")}\n`, ...below];
}

function shown({ name, required, variadic }: CommandDescription["arguments"][number]): string {
  const words = variadic ? `${name}...` : name;
  return required ? `<${words}>` : `[${words}]`;
}

function optionLine(option: OptionDescription): string {
  const notes = [
    option.mandatory && option.default === null ? " Required." : "",
    option.default === null ? "" : ` Default: \`${option.default}\`.`,
  ];
  return `- \`${option.flags}\`: ${withChoices(option)}.${notes.join("")}`;
}

function withChoices({ description, choices }: { description: string; choices: readonly string[] }): string {
  const text = inCode(description);
  return choices.length === 0
    ? text
    : `${text}; one of ${choices.map((choice) => `\`${choice}\``).join(", ")}`;
}

/** Names of settings and options among the words. */
function inCode(text: string): string {
  return text.replace(/(?<![\w`-])(--[a-z-]+|TIRO_[A-Z_]+|[a-z_]+\.[a-z]+_[a-z_]+)(?![\w`])/g, "`$1`");
}

function exitLines({ exitCodes }: CommandDescription): string[] {
  return exitCodes.map(({ code, meaning }) => `- ${code}: ${meaning}`);
}

function commandTable({ commands }: CommandDescription): string {
  const rows = commands.map(({ name, summary }) => `| [\`tiro ${name}\`](#tiro-${name}) | ${summary} |`);
  return ["| Command | What it does |", "|---|---|", ...rows, ""].join("\n");
}

function exitCodeTable({ exitCodes }: CommandDescription): string {
  const rows = exitCodes.map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  return ["## Exit codes\n", "| Code | Meaning |", "|---|---|", ...rows, ""].join("\n");
}

if (import.meta.main) {
  const { path, content } = await generatedCommandsFile();
  writeFileSync(path, content);
  process.stdout.write(`wrote ${path}\n`);
}
