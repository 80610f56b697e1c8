/** Called after the last file of a test process: they close the things that its files share. */
export const endOfProcess: (() => void | Promise<void>)[] = [];
