import type { CommandDescription, OptionDescription } from "../describe.ts";
import { allCommands, expectedOf, firstArgument, oneLine, takesValue } from "./words.ts";

export function fishCompletion(program: CommandDescription): string {
  const commands = allCommands(program);
  return `# Completion of tiro's commands and options in fish.

function __tiro_at -d "Whether the words so far name exactly this command"
    set -l path ""
    for word in (commandline -opc)[2..]
        contains -- (string trim -- "$path $word") $__tiro_commands; or break
        set path (string trim -- "$path $word")
    end
    test "$path" = "$argv"
end

set -g __tiro_commands ${commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quoted(path.join(" ")))
    .join(" ")}
complete -c tiro -f
${commands.flatMap(linesOf).join("\n")}
`;
}

function linesOf(command: CommandDescription): string[] {
  const here = `complete -c tiro -n ${quoted(["__tiro_at", ...command.path].join(" "))}`;
  const argument = firstArgument(command);
  return [
    ...command.commands.map(({ name, summary }) => `${here} -a ${name} -d ${quoted(oneLine(summary))}`),
    ...command.options.map(
      (option) => `${here}${optionWords(option)} -d ${quoted(oneLine(option.description))}`,
    ),
    `${here} -l help -d 'show help'`,
    ...(argument ? [argumentLine(here, argument.name, argument.choices)].filter(Boolean) : []),
  ];
}

function optionWords(option: OptionDescription): string {
  const short = option.short === null ? "" : ` -s ${option.short.slice(1)}`;
  const long = option.long === null ? "" : ` -l ${option.long.slice(2)}`;
  return short + long + (takesValue(option) ? ` -x${candidates(option.value, option.choices)}` : "");
}

function argumentLine(here: string, name: string, choices: readonly string[]): string {
  const words = candidates(name, choices);
  return words === "" ? "" : here + words;
}

function candidates(name: string, choices: readonly string[]): string {
  const expected = expectedOf(name, choices);
  if (expected === "choice") return ` -a ${quoted(choices.join(" "))}`;
  if (expected === "anything") return "";
  return ` -a '(${expected === "folder" ? "__fish_complete_directories" : "__fish_complete_path"})'`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
