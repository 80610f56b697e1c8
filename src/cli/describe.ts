/** The commands, as plain data: for the manual's reference, completions and the man page. */
import type { Argument, Command, Option } from "commander";
import { type ExitCode, exitCodesOf } from "./exit-codes.ts";

export interface CommandDescription {
  name: string;
  /** All its words after `tiro`; none for the program itself. */
  path: readonly string[];
  /** One line, for lists. */
  summary: string;
  description: string;
  arguments: readonly ArgumentDescription[];
  options: readonly OptionDescription[];
  exitCodes: readonly ExitCode[];
  commands: readonly CommandDescription[];
}

export interface ArgumentDescription {
  name: string;
  description: string;
  required: boolean;
  variadic: boolean;
  choices: readonly string[];
}

export interface OptionDescription {
  /** As the help shows it: `-f, --format <format>`. */
  flags: string;
  short: string | null;
  long: string | null;
  /** The name of its value; null for an option that takes none. */
  value: string | null;
  description: string;
  /** Whether the command does not run without it. */
  mandatory: boolean;
  choices: readonly string[];
  /** Its default, if the description does not name it. */
  default: string | null;
}

/** A command with everything below it. @param path all its words after `tiro`; none for the program itself. */
export function describeCommand(command: Command, path: readonly string[] = []): CommandDescription {
  const description = command.description();
  return {
    name: command.name(),
    path,
    summary: command.summary() || description,
    description,
    arguments: command.registeredArguments.map(describeArgument),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
    exitCodes: exitCodesOf(path.join(" ")),
    commands: command.commands.map((child) => describeCommand(child, [...path, child.name()])),
  };
}

function describeArgument(argument: Argument): ArgumentDescription {
  const { description, required, variadic, argChoices: choices = [] } = argument;
  return { name: argument.name(), description, required, variadic, choices };
}

function describeOption(option: Option): OptionDescription {
  const { flags, short = null, long = null, description, mandatory, argChoices: choices = [] } = option;
  const [, value = null] = /[<[](.+?)[>\]]/.exec(flags) ?? [];
  const told = option.defaultValueDescription ?? option.defaultValue;
  const byDefault = told === undefined ? null : String(told);
  return { flags, short, long, value, description, mandatory, choices, default: byDefault };
}
