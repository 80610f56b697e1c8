import { expect, test } from "bun:test";
import { join } from "node:path";

const MAIN = join(import.meta.dir, "../main.ts");

function tiro(args: string[], input: string) {
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, MAIN, "edit", ...args], {
    stdin: Buffer.from(input),
    env: { PATH: process.env.PATH ?? "" },
  });
  return { text: stdout.toString(), told: stderr.toString(), exitCode };
}

test("tiro edit prints the edited text and nothing else", () => {
  const answer = { text: "HELLO ANNA\n", told: "", exitCode: 0 };
  expect(tiro(["--instruction", "make it uppercase"], "Hello Anna\n")).toEqual(answer);
});

test.each([
  ["an instruction that it does not know", ["--instruction", "sing it to me"]],
  ["a target that is not there", ["--instruction", "replace Berta with Carla"]],
  ["another language than English", ["--instruction", "make it uppercase", "--language", "de"]],
])("tiro edit says that it does not understand %s", (_, args) => {
  const { text, told, exitCode } = tiro(args, "Hello Anna\n");
  expect([text, exitCode]).toEqual(["Hello Anna\n", 1]);
  expect(told).toContain("not understood");
  const { told: toldJson, text: json } = tiro([...args, "--json"], "Hello Anna\n");
  expect([JSON.parse(json).unclear, toldJson]).toEqual([true, told]);
});
