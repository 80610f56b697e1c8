import type { CommandDescription } from "../describe.ts";
import { allCommands, expectedOf, firstArgument, namesOf, oneLine, takesValue } from "./words.ts";

export function zshCompletion(program: CommandDescription): string {
  const commands = allCommands(program);
  const paths = commands.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(" ")));
  return `#compdef tiro
# Completion of tiro's commands and options in zsh.

_tiro() {
    local -a paths=(${paths.join(" ")}) choices
    local command="" word
    for word in "\${(@)words[2,CURRENT-1]}"; do
        (( \${paths[(Ie)\${command:+$command }$word]} )) || break
        command="\${command:+$command }$word"
    done
    case "$command \${words[CURRENT-1]}" in
${commands.flatMap(valueCases).join("\n")}
    esac
    case "$command" in
${commands.map(wordCase).join("\n")}
    esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _tiro "$@"
else
    compdef _tiro tiro
fi
`;
}

function valueCases({ path, options }: CommandDescription): string[] {
  return options.filter(takesValue).map((option) => {
    const before = namesOf(option).map((name) => `"${[...path, name].join(" ")}"`);
    return `    ${before.join("|")}) ${completionOf(option.value, option.choices)}; return ;;`;
  });
}

function wordCase(command: CommandDescription): string {
  const { path, options, commands } = command;
  const described = options.flatMap((option) =>
    namesOf(option).map((name) => entry(name, option.description)),
  );
  const argument = firstArgument(command);
  const others =
    argument === undefined
      ? describe(
          "command",
          commands.map(({ name, summary }) => entry(name, summary)),
        )
      : completionOf(argument.name, argument.choices);
  return `    "${path.join(" ")}")
        if [[ \${words[CURRENT]} == -* ]]; then ${describe("option", [...described, entry("--help", "show help")])}
        else ${others}; fi ;;`;
}

function completionOf(name: string, choices: readonly string[]): string {
  const expected = expectedOf(name, choices);
  if (expected === "choice") return describe(name, choices.map(quoted));
  if (expected === "anything") return `_message ${quoted(name)}`;
  return expected === "folder" ? "_files -/" : "_files";
}

function describe(what: string, entries: readonly string[]): string {
  return `choices=(${entries.join(" ")}); _describe ${quoted(what)} choices`;
}

function entry(name: string, description: string): string {
  return quoted(`${name.replaceAll(":", "\\:")}:${oneLine(description)}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
