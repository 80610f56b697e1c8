import { constants } from "node:os";

/** A Node add-on, by its path. @throws if it, or a library that it needs, does not load. */
export function loadAddon<T>(path: string): T {
  const module = { exports: {} };
  process.dlopen(module, path, constants.dlopen.RTLD_NOW);
  return module.exports as T;
}
