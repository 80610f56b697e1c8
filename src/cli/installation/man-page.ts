import type { ArgumentDescription, CommandDescription, OptionDescription } from "../describe.ts";
import type { ExitCode } from "../exit-codes.ts";
import { allCommands } from "./words.ts";

const MANUAL = "tiro manual";

/** tiro(1), in the macros of man(7), which every system's `man` reads. */
export function manPage(program: CommandDescription, version: string): string {
  const [, ...commands] = allCommands(program);
  const everyExit = program.exitCodes.map(({ code }) => code);
  return [
    `.TH TIRO 1 "" "tiro ${version}" "${MANUAL}"`,
    ".SH NAME",
    `tiro \\- ${text(program.summary.replace(/\.$/, ""))}`,
    ".SH SYNOPSIS",
    ".B tiro",
    ".I command",
    "[\\fIargument\\fR ...] [\\fIoption\\fR ...]",
    ".SH DESCRIPTION",
    text(program.description),
    "The running server shows its manual at",
    ".BR /docs ;",
    "this page lists the commands.",
    ".SH COMMANDS",
    ...commands.flatMap((command) => section(command, everyExit)),
    ".SH EXIT STATUS",
    ...program.exitCodes.flatMap(exitLines),
    ".SH FILES",
    ...FILES.flatMap(([path, what]) => [".TP", `.I ${text(path)}`, text(what)]),
    "",
  ].join("\n");
}

const FILES: readonly [path: string, what: string][] = [
  ["/etc/tiro/tiro.toml", "the service's configuration; every setting stands in it with its default"],
  ["/etc/tiro/tiro.env", "TIRO_ variables of the service, optional"],
  ["/var/lib/tiro", "the service's data folder"],
];

function section(command: CommandDescription, everyExit: readonly number[]): string[] {
  const { path, description, options, exitCodes } = command;
  const taken = command.arguments.map((argument) => `\\fI${text(shown(argument))}\\fR`);
  const own = exitCodes.filter(({ code }) => !everyExit.includes(code));
  return [
    `.SS tiro ${[...path.map(text), ...taken].join(" ")}`,
    text(description),
    ...command.arguments.flatMap((argument) => [".TP", `.I ${text(argument.name)}`, explained(argument)]),
    ...options.flatMap((option) => [".TP", `.B ${text(option.flags)}`, explained(option)]),
    ...own.flatMap(exitLines),
  ];
}

function shown({ name, required, variadic }: ArgumentDescription): string {
  const words = variadic ? `${name} ...` : name;
  return required ? words : `[${words}]`;
}

function explained({ description, choices }: ArgumentDescription | OptionDescription): string {
  return text(choices.length === 0 ? description : `${description}: ${choices.join(", ")}`);
}

function exitLines({ code, meaning }: ExitCode): string[] {
  return [".TP", `.B ${code}`, text(meaning)];
}

/** As roff takes it: hyphens that can be copied, no backslash and no leading dot or quote that it would obey. */
function text(plain: string): string {
  return plain.replace(/\s+/g, " ").replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
