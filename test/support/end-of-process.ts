/** Called after the last file of a test process: they close the things that its files share. */
export const endOfProcess: (() => void | Promise<void>)[] = [];

/** Also at the end of a script. */
export function deletedAtTheEnd<Folder extends Disposable>(folder: Folder): Folder {
  const end = () => folder[Symbol.dispose]();
  endOfProcess.push(end);
  process.once("exit", end);
  return folder;
}
