import { expect, test } from "bun:test";
import { programUnderTest } from "../../test/support/program.ts";

function tiro(args: string[], input: string) {
  const { stdout, stderr, exitCode } = Bun.spawnSync([...programUnderTest(), "edit", ...args], {
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
  ["a language without a grammar", ["--instruction", "make it uppercase", "--language", "it"]],
])("tiro edit says that it does not understand %s", (_, args) => {
  const { text, told, exitCode } = tiro(args, "Hello Anna\n");
  expect([text, exitCode]).toEqual(["Hello Anna\n", 1]);
  expect(told).toContain("not understood");
  const { told: toldJson, text: json } = tiro([...args, "--json"], "Hello Anna\n");
  expect([JSON.parse(json).unclear, toldJson]).toEqual([true, told]);
});

/** Plays the site's model, which always writes the same text. */
async function askModel(written: string, args: string[]) {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      Response.json({
        choices: [{ message: { role: "assistant", content: JSON.stringify({ text: written }) } }],
      }),
  });
  const env = {
    PATH: process.env.PATH ?? "",
    TIRO_LANGUAGE_MODEL_URL: `http://127.0.0.1:${server.port}/v1`,
    TIRO_LANGUAGE_MODEL_MODEL: "model-1",
  };
  const child = Bun.spawn([...programUnderTest(), "edit", "--language-model", "--json", ...args], {
    stdin: Buffer.from("Hello Anna\n"),
    stdout: "pipe",
    stderr: "pipe",
    env,
  });
  const [text, told] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { ...JSON.parse(text), told, exitCode: await child.exited };
}

test("tiro edit --language-model asks the site's model for what the rules do not understand, and checks its answer", async () => {
  const wish = ["--instruction", "make it more formal"];
  expect(await askModel("Dear Anna", wish)).toMatchObject({
    text: "Dear Anna",
    steps: "language-model",
    exitCode: 0,
  });
  expect(await askModel("Dear Anna", ["--instruction", "make it uppercase"])).toMatchObject({
    text: "HELLO ANNA",
    steps: "rules",
  });
  const refused = await askModel("Hello Anna", wish);
  expect(refused).toMatchObject({ text: "Hello Anna", unclear: true, exitCode: 1 });
  expect(refused.steps).toBe("rules;unclear, language-model;refused=unchanged");
  expect(refused.told).toContain("not taken: unchanged");
});

test("tiro edit --language-model without one says what to configure", () => {
  const { told, exitCode } = tiro(["--instruction", "make it formal", "--language-model"], "Hello");
  expect([exitCode, told]).toEqual([1, expect.stringContaining("language_model.url")]);
});

test("tiro edit takes what stands around the selection, and the dictionary", () => {
  const args = ["--instruction", "replace it with postgresql", "--term", "PostgreSQL", "--before", "We use "];
  expect(tiro(args, "it").text).toBe("PostgreSQL\n");
});

test("tiro edit names the language for which there are no rules", () => {
  const { told } = tiro(["--instruction", "make it uppercase", "--language", "it"], "Hello Anna\n");
  expect(told).toContain('no rules for spoken edits in "it"');
});
