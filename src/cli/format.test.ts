import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { installPunctuation } from "../../test/support/packs.ts";
import { programUnderTest } from "../../test/support/program.ts";

function tiro(args: string[], input: string): string {
  return run(args, input).text;
}

function run(args: string[], input: string) {
  const { stdout, stderr, exitCode } = Bun.spawnSync([...programUnderTest(), "format", ...args], {
    stdin: Buffer.from(input),
    env: { PATH: process.env.PATH ?? "" },
  });
  return { text: stdout.toString(), told: stderr.toString(), exitCode };
}

const cases: [args: string[], input: string, output: string][] = [
  [[], "hello comma world\n\ntwenty five dollars\n", "Hello, world.\n\n$25\n"],
  [["--casual"], "sounds good", "sounds good\n"],
  [["--app", "slack", "--before", "Well, "], "sounds good", "sounds good\n"],
  [["--after", ", too"], "we know", "We know\n"],
  [["--pauses"], "we left | scratch that | we stay", "We stay.\n"],
  [["--normalize-only"], "at two fifteen p m", "at 02:15 p.m.\n"],
  [["--language", "et"], "tere", "Tere.\n"],
  [["--term", "Kubernetes", "--term", "Edinburgh"], "cubernetes in edinborgh", "Kubernetes in Edinburgh.\n"],
];

test.each(cases)("tiro format %j", (args, input, output) => {
  expect(tiro(args, input)).toBe(output);
});

const EXPLAINED = join(import.meta.dir, "../../test/golden/explained");

/** `CODE.txt`: the spoken words after `> `, then what `--explain` prints. */
test.each(readdirSync(EXPLAINED))("tiro format --explain prints what stands in %s", (file) => {
  const golden = readFileSync(join(EXPLAINED, file), "utf8");
  const said = golden.split("\n").filter((line) => line.startsWith("> "));
  const input = said.map((line) => `${line.slice(2)}\n`).join("");
  const printed = tiro(["--explain", "--language", file.replace(".txt", "")], input);
  expect(printed).toBe(golden.replace(/^> .*\n/gm, ""));
});

test("tiro format --json prints text, steps and reasons, a line each", () => {
  const [first, second] = tiro(["--json"], "we left period\nwe stay\n").trim().split("\n");
  expect(JSON.parse(first ?? "")).toEqual({
    text: "We left.",
    steps: "rules",
    reasons: [{ code: "mark", places: [2], said: "period", written: "." }],
  });
  expect(JSON.parse(second ?? "")).toEqual({ text: "We stay.", steps: "rules", reasons: [] });
});

test("tiro format --punctuation adds the marks of the site's pack to long lines and those with pauses", () => {
  using folder = temporaryFolder();
  mkdirSync(join(folder.path, "models"));
  installPunctuation(join(folder.path, "models"), "own-marks", ["de"]);
  const args = ["--punctuation", "--pauses", "--language", "de", "--data", folder.path];
  const input = "die arbeit ist fertig | kommt anna noch heute\ndie arbeit ist fertig\n";
  const written = "Die Arbeit ist fertig. Kommt Anna noch heute?\nDie Arbeit ist fertig.\n";
  expect(run(args, input)).toEqual({ text: written, told: "", exitCode: 0 });
  expect(tiro([...args, "--app", "code"], "die arbeit ist fertig | kommt anna")).not.toContain(".");
});

/** Plays the site's model, which always writes the same text. */
async function askModel(written: string, args: string[], said: string) {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json({ choices: [{ message: { content: JSON.stringify({ text: written }) } }] }),
  });
  const env = {
    PATH: process.env.PATH ?? "",
    TIRO_LANGUAGE_MODEL_URL: `http://127.0.0.1:${server.port}/v1`,
    TIRO_LANGUAGE_MODEL_MODEL: "model-1",
    TIRO_LANGUAGE_MODEL_STEPS: "instructions,clean_up",
  };
  const child = Bun.spawn([...programUnderTest(), "format", "--language-model", ...args], {
    stdin: Buffer.from(`${said}\n`),
    stdout: "pipe",
    stderr: "pipe",
    env,
  });
  const [text, told] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { text, told, exitCode: await child.exited };
}

test("tiro format --language-model takes what the site's model wrote, where it passes the check", async () => {
  const said = "we meet on monday and i will call you";
  expect(await askModel("We meet on Monday, and I will call you.", ["--explain"], said)).toEqual({
    text: "We meet on Monday, and I will call you.\n    steps: rules, language-model\n",
    told: "",
    exitCode: 0,
  });
  const refused = await askModel("We meet on Tuesday, and I will call you.", ["--explain"], said);
  expect(refused.text).toContain("We meet on Monday and I will call you.\n");
  expect(refused.text).toContain("    steps: rules, language-model;refused=");
  expect(refused.told).toContain("was not taken");
});

test("tiro format --language-model without one says what to configure", () => {
  const { told, exitCode } = run(["--language-model"], "hello");
  expect([exitCode, told]).toEqual([1, expect.stringContaining("language_model.url")]);
});
