/** Every status that a command ends with: one table for the program, its help, the manual and the man page. */

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notRunning: 3,
  degraded: 4,
  unavailable: 5,
  /** A shell's convention: 128 and the signal's number. */
  interrupted: 130,
  closedPipe: 141,
} as const;

type ExitName = keyof typeof EXIT;

export interface ExitCode {
  code: number;
  meaning: string;
}

const EVERY_COMMAND = {
  done: "done",
  failed: "failed (standard error says why)",
  usage: "wrong usage (no such command, option or value)",
  interrupted: "interrupted",
  closedPipe: "the reader of standard output has gone",
} as const satisfies Partial<Record<ExitName, string>>;

/** Additional exit codes of commands, by path. */
const OWN: Readonly<Record<string, Partial<Record<ExitName, string>>>> = {
  "audit verify": {
    done: "the log is intact",
    failed: "an entry was changed or removed, or the check failed",
  },
  "config check": { done: "the configuration is valid", failed: "it is not valid, or could not be read" },
  doctor: { done: "nothing is wrong that keeps tiro from working", failed: "a check failed" },
  edit: { failed: "the instruction was not understood, or the command failed" },
  "models verify": { done: "every file is intact", failed: "a file is damaged, or the check failed" },
  serve: { done: "stopped by SIGTERM or SIGINT", failed: "could not start, or lost its database" },
  status: {
    done: "the server works",
    notRunning: "no server runs on the data folder",
    degraded: "the server works, but somebody should look",
    unavailable: "the server does not work, or does not answer",
  },
  transcribe: { failed: "at least one recording could not be transcribed" },
  "upgrade-check": {
    done: "the upgrade would work",
    failed: "something would keep the upgrade from working, or the check failed",
  },
  worker: { done: "stopped by SIGTERM or SIGINT", failed: "could not start" },
  "users import": { failed: "a line is not valid and nobody was added, or the command failed" },
};

/** @param path words of the command, such as `audit verify`. */
export function exitCodesOf(path: string): ExitCode[] {
  const meanings: Partial<Record<ExitName, string>> = { ...EVERY_COMMAND, ...OWN[path] };
  return (Object.keys(EXIT) as ExitName[]).flatMap((name) => {
    const meaning = meanings[name];
    return meaning === undefined ? [] : { code: EXIT[name], meaning };
  });
}

/** The paths that the table names. */
export const COMMANDS_WITH_OWN_EXITS: readonly string[] = Object.keys(OWN);
