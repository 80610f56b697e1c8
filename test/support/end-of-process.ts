/** What is called when the last file of a test process has ended, for what its files share. */
export const endOfProcess: (() => void | Promise<void>)[] = [];
