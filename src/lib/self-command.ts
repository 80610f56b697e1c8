/** Whether this is the finished executable, where no `node_modules` and no source file exists. */
export function isCompiled(): boolean {
  return Bun.main.startsWith("/$bunfs/");
}

/**
 * The command line that starts this very program again, for the child processes that recognize speech
 * and decode media. Compiled, that is the executable alone; from a clone it is Bun with `src/main.ts`.
 */
export function selfCommand(): string[] {
  return isCompiled()
    ? [process.execPath]
    : [process.execPath, new URL("../main.ts", import.meta.url).pathname];
}
