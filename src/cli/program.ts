/** The commands as a parser: built from the registry, run, described. */
import { Argument, Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { type CommandDescription, describeCommand } from "./describe.ts";
import { EXIT, exitCodesOf } from "./exit-codes.ts";
import { reportFailure } from "./failure.ts";
import { COMMANDS } from "./registry.ts";
import { bold, hasColors } from "./support/colors.ts";

const HELP = "help";

/** Runs the command that the words name, and leaves the status that the process should end with. */
export async function runCommand(words: string[]): Promise<void> {
  try {
    const program = await buildProgram(words[0] === HELP ? words[1] : words[0]);
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    else reportFailure(error);
  }
}

/** The program with every command and all that its file says of it. */
export async function describeProgram(): Promise<CommandDescription> {
  const loaded = await Promise.all(Object.values(COMMANDS).map(async ({ load }) => await load()));
  return describeCommand(assemble(loaded.map(({ buildCommand }) => buildCommand(describeProgram))));
}

/** All commands by name and summary; the one that is called with its options and action. */
async function buildProgram(called: string | undefined): Promise<Command> {
  const entry = called !== undefined && Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined;
  const command = (await entry?.load())?.buildCommand(describeProgram);
  return assemble(
    Object.keys(COMMANDS).map((name) => (name === command?.name() ? command : new Command(name))),
  );
}

function assemble(commands: Command[]): Command {
  const program = new Command("tiro")
    .description(packageJson.description)
    .version(packageJson.version)
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError("(--help shows what is possible)")
    .configureHelp({ styleTitle: bold })
    .configureOutput({
      getOutHasColors: () => hasColors(process.stdout),
      getErrHasColors: () => hasColors(process.stderr),
    });
  for (const command of commands)
    program.addCommand(command.summary(COMMANDS[command.name()]?.summary ?? ""));
  program.addCommand(helpCommand(program));
  settle(program, []);
  return program;
}

/** Usage errors of every level come back as `CommanderError` instead of ending the process in mid-write. */
function settle(command: Command, path: readonly string[]): void {
  command.addHelpText("after", () => `\n${exitCodesInHelp(path)}`);
  for (const child of command.commands) settle(child.copyInheritedSettings(command), [...path, child.name()]);
}

function exitCodesInHelp(path: readonly string[]): string {
  const lines = exitCodesOf(path.join(" ")).map(
    ({ code, meaning }) => `  ${String(code).padEnd(3)}  ${meaning}`,
  );
  return [bold("Exit codes:"), ...lines].join("\n");
}

function helpCommand(program: Command): Command {
  const words = new Argument("[command...]", "the command, such as: keys create");
  return new Command(HELP)
    .summary("show what a command does and takes")
    .description("Shows all commands, or what one command does, takes and ends with.")
    .addArgument(words)
    .action((path: string[]) => {
      let command = program;
      for (const word of path) {
        const next = command.commands.find((child) => child.name() === word);
        if (!next) return command.error(`error: unknown command '${word}'`);
        command = next;
      }
      command.outputHelp();
    });
}
