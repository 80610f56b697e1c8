/** Words for completions and the man page, from the described commands. */
import type { ArgumentDescription, CommandDescription, OptionDescription } from "../describe.ts";

/** The kind of a value or an argument, for a shell that knows paths. */
export type Expected = "folder" | "file" | "choice" | "anything";

export function expectedOf(name: string, choices: readonly string[]): Expected {
  if (choices.length > 0) return "choice";
  if (/\bdir\b|folder/i.test(name)) return "folder";
  return /file|path|recording|archive|output/i.test(name) ? "file" : "anything";
}

/** The program and every command below it, parents first. */
export function allCommands(program: CommandDescription): CommandDescription[] {
  return [program, ...program.commands.flatMap(allCommands)];
}

/** `-o --output`, as far as it has them. */
export function namesOf({ short, long }: OptionDescription): string[] {
  return [short, long].filter((name) => name !== null);
}

export function takesValue(option: OptionDescription): option is OptionDescription & { value: string } {
  return option.value !== null;
}

export function firstArgument({ arguments: taken }: CommandDescription): ArgumentDescription | undefined {
  return taken[0];
}

/** Without the sentence's end, and on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/\.$/, "");
}
