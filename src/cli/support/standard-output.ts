/** Handles a command whose output cannot be written: it ends at once, in a sentence or less, with the right status. */
import { EXIT } from "../exit-codes.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: "standard output cannot be written: the disk is full",
  EDQUOT: "standard output cannot be written: the disk quota is used up",
};

/** A reader that has seen enough (`tiro … | head`) is no failure worth a word. */
export function endWithOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    const { code = error.message } = error;
    if (code === "EPIPE") process.exit(EXIT.closedPipe);
    process.stderr.write(`tiro: ${SENTENCES[code] ?? `standard output cannot be written (${code})`}\n`);
    process.exit(EXIT.failed);
  });
  // Messages that nobody can read must not end the work that they are about: a full disk of logs, a closed terminal.
  process.stderr.on("error", () => {});
}
