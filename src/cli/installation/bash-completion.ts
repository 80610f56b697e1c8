import type { CommandDescription } from "../describe.ts";
import { allCommands, expectedOf, firstArgument, namesOf, takesValue } from "./words.ts";

/** For bash 4.4 and later, with or without the package bash-completion. */
export function bashCompletion(program: CommandDescription): string {
  const commands = allCommands(program);
  return `# Completion of tiro's commands and options in bash.

_tiro() {
    local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" index
    for ((index = 1; index < COMP_CWORD; index++)); do
        case "\${command:+$command }\${COMP_WORDS[index]}" in
        ${alternatives(commands.filter(({ path }) => path.length > 0).map(({ path }) => path.join(" ")))}) command="\${command:+$command }\${COMP_WORDS[index]}" ;;
        *) break ;;
        esac
    done
    case "$command $previous" in
${commands.flatMap(valueCases).join("\n")}
    esac
    case "$command" in
${commands.map(wordCase).join("\n")}
    esac
}

_tiro_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}

_tiro_paths() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}

complete -F _tiro tiro
`;
}

/** Completions after an option that takes a value. */
function valueCases({ path, options }: CommandDescription): string[] {
  return options.filter(takesValue).map((option) => {
    const before = namesOf(option).map((name) => [...path, name].join(" "));
    return `    ${alternatives(before)}) ${completionOf(option.value, option.choices)} return ;;`;
  });
}

/** Subcommands, options, and where it takes them paths or choices. */
function wordCase(command: CommandDescription): string {
  const { path, commands, options } = command;
  const argument = firstArgument(command);
  const names = [...options.flatMap(namesOf), "--help"].join(" ");
  const others =
    argument === undefined
      ? `_tiro_words "${commands.map(({ name }) => name).join(" ")}"`
      : completionOf(argument.name, argument.choices).replace(/;$/, "");
  return `    "${path.join(" ")}") if [[ $current == -* ]]; then _tiro_words "${names}"; else ${others}; fi ;;`;
}

function completionOf(name: string, choices: readonly string[]): string {
  const expected = expectedOf(name, choices);
  if (expected === "choice") return `_tiro_words "${choices.join(" ")}";`;
  if (expected === "anything") return ":;";
  return `_tiro_paths ${expected === "folder" ? "-d" : "-f"};`;
}

function alternatives(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" | ");
}
