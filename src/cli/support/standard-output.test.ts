import { expect, test } from "bun:test";

const MAIN = new URL("../../main.ts", import.meta.url).pathname;
const TIRO = `"${process.execPath}" "${MAIN}"`;

/** What `command` says on standard error, after which comes its status. */
function said(command: string): string {
  const { stderr } = Bun.spawnSync(["bash", "-c", `${command}; echo \${PIPESTATUS[0]} >&2`], {
    env: { PATH: process.env.PATH ?? "" },
    stdout: "ignore",
    stderr: "pipe",
  });
  return stderr.toString();
}

const ENDS: [command: string, said: string][] = [
  // The reader is gone before the first byte.
  [`{ sleep 0.2; ${TIRO} help; } | true`, "141\n"],
  [`${TIRO} version --notices | head -1 >/dev/null`, "141\n"],
  [`${TIRO} help >/dev/full`, "tiro: standard output cannot be written: the disk is full\n1\n"],
  [`${TIRO} version --notices >/dev/full`, "tiro: standard output cannot be written: the disk is full\n1\n"],
  [`${TIRO} models list --json >/dev/full`, "tiro: standard output cannot be written: the disk is full\n1\n"],
];
test.each(ENDS)("%s", (command, expected) => {
  expect(said(command)).toBe(expected);
});

test("messages that cannot be written change nothing", () => {
  expect(said(`${TIRO} help bogus 2>/dev/full`)).toBe("2\n");
  expect(said(`${TIRO} keys list --data /nowhere 2>/dev/full`)).toBe("1\n");
});
