/**
 * The command line that starts this very program again, for the child processes that recognize speech
 * and decode media. Compiled, that is the executable alone; from a clone it is Bun with `src/main.ts`.
 */
export function selfCommand(): string[] {
  const compiled = Bun.main.startsWith("/$bunfs/");
  return compiled ? [process.execPath] : [process.execPath, new URL("../main.ts", import.meta.url).pathname];
}
