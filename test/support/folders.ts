/** Folders of tests, which are gone after them. */
import { afterAll, afterEach, beforeEach } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { temporaryFolder } from "./database.ts";

/** For all tests of a file, or of a `describe`. */
export function testFolder(): string {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());
  return folder.path;
}

/** The same, empty when each of the tests begins. */
export function freshFolder(): string {
  const path = testFolder();
  beforeEach(() => void mkdirSync(path, { recursive: true, mode: 0o700 }));
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
