/** Every command and every example of the README does what it says, on the built executable. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { TARGETS } from "../../scripts/build/targets.ts";
import { PYTHON, pythonRuns } from "../support/python.ts";
import { AUDIO, EXECUTABLE, emptyFolder } from "./executable.ts";
import { type RunningServer, readGreeting, startServer } from "./server.ts";

const ROOT = join(import.meta.dir, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const TEXT = "the meeting has been moved to thursday at half past two";
const ADDRESS = "http://127.0.0.1:8420";
const DATA = "/var/lib/tiro";

let folder: ReturnType<typeof emptyFolder>;
let server: RunningServer;

beforeAll(async () => {
  folder = emptyFolder();
  const recording = join(AUDIO, "synth_02_rms.wav");
  copyFileSync(recording, join(folder.path, "talk.wav"));
  mkdirSync(join(folder.path, "recordings"));
  copyFileSync(recording, join(folder.path, "recordings/talk.wav"));
  mkdirSync(join(folder.path, "bin"));
  symlinkSync(EXECUTABLE, join(folder.path, "bin/tiro"));
  server = await startServer(folder.path, "data");
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

function commands(): string[] {
  return blocks("sh")
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/\s{2,}#.*$/, "").trim())
    .filter((line) => line !== "");
}

function run(command: string[], stdin?: string): { exitCode: number; stdout: string; stderr: string } {
  const env = {
    HOME: folder.path,
    PATH: `${join(folder.path, "bin")}:${process.env.PATH}`,
    KEY: server.key ?? "",
    TIRO_SERVER_LISTEN: "127.0.0.1:0",
  };
  const cwd = command[0] === process.execPath ? ROOT : folder.path;
  const input = stdin === undefined ? "ignore" : Buffer.from(stdin);
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    cwd,
    env,
    stdin: input,
    stdout: "pipe",
    stderr: "pipe",
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** As it stands there, but with this server's address and a folder that goes with the test. */
function localized(code: string): string {
  return code.replaceAll(ADDRESS, server.url).replaceAll(DATA, join(folder.path, "data"));
}

const tiroCommands = commands().filter((command) => command.startsWith("tiro "));
const scriptCommands = commands().filter((command) => /^(npx -y )?bun\b/.test(command));

test("every command is one of those that are tested here", () => {
  const tested = new Set([...tiroCommands, ...scriptCommands]);
  const others = commands().filter((command) => !tested.has(command));
  expect(others.map((command) => command.split(" ")[0])).toEqual(["export", "curl"]);
  expect(tiroCommands.length).toBeGreaterThan(8);
});

test.each(scriptCommands)("README: `%s` is a command of package.json", (command) => {
  const [, version, script = "", target] =
    /^(?:npx -y bun@(\S+)|bun) run (\S+)(?: --target (\S+))?$/.exec(command) ?? [];
  expect(Object.keys(packageJson.scripts)).toContain(script);
  if (version !== undefined) expect(version).toBe(packageJson.engines.bun);
  if (target !== undefined) expect(TARGETS.map(({ name }) => name as string)).toContain(target);
});

test("start, from a clone, installs what is missing and serves", async () => {
  const clone = emptyFolder();
  const child = Bun.spawn(
    [process.execPath, "run", "start", "--data", clone.path, "--listen", "127.0.0.1:0"],
    {
      cwd: ROOT,
      env: { HOME: clone.path, PATH: process.env.PATH ?? "" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  try {
    const text = await readGreeting(child.stdout);
    expect(text).toMatch(/\btiro_[\w-]{43}\b/);
  } finally {
    child.kill("SIGTERM");
    await child.exited;
    clone.remove();
  }
});

describe("the executable", () => {
  // The server of this test is the one command that does not end.
  const ending = tiroCommands.filter((command) => !command.startsWith("tiro serve "));
  test.each(ending)("README: `%s` runs", (command) => {
    const { exitCode, stdout, stderr } = run(["bash", "-c", localized(command)]);
    expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
    if (command.startsWith("tiro transcribe") && !command.includes("-o")) expect(stdout).toBe(`${TEXT}\n`);
  });

  test("tiro serve is called with options that exist", () => {
    const [serve = ""] = tiroCommands.filter((command) => command.startsWith("tiro serve "));
    const { stdout } = run(["bash", "-c", "tiro serve --help"]);
    for (const [option] of serve.matchAll(/--\w+/g)) expect(stdout).toContain(option);
  });
});

describe("the first request", () => {
  test("curl", () => {
    const [curl = ""] = commands().filter((command) => command.startsWith("curl "));
    const { stdout } = run(["bash", "-c", localized(curl)]);
    const [answer = ""] = blocks("json");
    expect(JSON.parse(stdout)).toEqual(JSON.parse(answer));
  });

  test("JavaScript", () => {
    const [code = ""] = blocks("js");
    const absolute = localized(code).replace('"talk.wav"', JSON.stringify(join(folder.path, "talk.wav")));
    const { stdout, stderr } = run([process.execPath, "run", "-"], absolute);
    expect({ stdout, stderr }).toEqual({ stdout: `${TEXT}\n`, stderr: "" });
  });

  test.skipIf(!pythonRuns("import openai"))("Python (needs its openai package)", () => {
    const [code = ""] = blocks("python");
    const { stdout, stderr } = run([PYTHON, "-"], localized(code));
    expect({ stdout, stderr }).toEqual({ stdout: `${TEXT}\n`, stderr: "" });
  });
});

test("the figures of the starter model are those of its card", () => {
  const card = readFileSync(join(ROOT, "models/starter-en/MODEL_CARD.md"), "utf8");
  for (const figure of ["3.4 %", "11.5 %", "27.8 %", "20.0 %", "40.8 %", "51.9 %", "81.8 %"]) {
    expect(card).toContain(figure);
    expect(README).toMatch(new RegExp(`\\b${Math.round(Number.parseFloat(figure))}\\b`));
  }
});

test("files that it points to exist", () => {
  for (const [, target = ""] of README.matchAll(/\]\((?!http)([^)#]+)\)/g))
    expect(readFileSync(join(ROOT, target), "utf8").length).toBeGreaterThan(100);
});
