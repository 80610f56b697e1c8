import { expect, test } from "bun:test";
import { asText, createLogger } from "./logger.ts";

const LOGGER = new URL("./logger.ts", import.meta.url).pathname;

/** A logging program's standard error. */
async function loggedBy(program: string): Promise<string[]> {
  const code = `const { createLogger } = await import(${JSON.stringify(LOGGER)}); const log = createLogger("info"); ${program}`;
  const child = Bun.spawn([process.execPath, "-e", code], { env: {}, stdout: "ignore", stderr: "pipe" });
  const text = await child.stderr.text();
  await child.exited;
  return text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line).event] : []));
}

const programs: [name: string, program: string, events: string[]][] = [
  ["that ends by itself", "log.info('a'); log.info('b')", ["a", "b"]],
  ["that ends in the same turn", "log.info('a'); process.exit(0)", ["a"]],
  ["that fails", "log.info('a'); throw new Error('x')", ["a"]],
  [
    "that is killed after a warning",
    "log.info('a'); log.warn('b'); process.kill(process.pid, 'SIGKILL')",
    ["a", "b"],
  ],
  ["in turns", "for (let i = 0; i < 3; i++) { log.info('a' + i); await Bun.sleep(1); }", ["a0", "a1", "a2"]],
  ["below its level", "log.debug('a'); log.error('b')", ["b"]],
];
for (const [name, program, events] of programs)
  test(`a program ${name} leaves its lines, in order`, async () => {
    expect(await loggedBy(program)).toEqual(events);
  });

test.each([
  [{}, ""],
  [{ bytes: 1, none: undefined, missing: null, ok: true }, " bytes=1 missing=null ok=true"],
  [{ hint: "Free some space." }, ' hint="Free some space."'],
  [{ a: "", b: "x=y", c: 'say "hi"' }, ' a="" b="x=y" c="say \\"hi\\""'],
  [{ cause: "one\ntwo\u001b[31m\u202e" }, ' cause="one\\ntwo\\u001b[31m\\u202e"'],
])("%p as text for people is one line: %p", (fields, told) => {
  const lines: string[] = [];
  createLogger("info", (line) => void lines.push(asText(line))).warn("disk_low", fields);
  expect(lines[0]?.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z /, "")).toBe(`warn  disk_low${told}\n`);
});

test("a line is one JSON object with time, level and event", () => {
  const lines: string[] = [];
  createLogger("info", (line) => void lines.push(line)).warn("disk\nlow", { bytes: 1, none: undefined });
  expect(lines[0]).toEndWith("}\n");
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    time: expect.stringMatching(/Z$/),
    level: "warn",
    event: "disk\nlow",
    bytes: 1,
  });
});

test.each([
  ["C1 controls", 0x80, 0x9f],
  ["delete", 0x7f, 0x7f],
  ["C0 controls", 0x00, 0x1f],
  ["marks of direction", 0x202a, 0x202e],
  ["tags", 0xe0020, 0xe007f],
])("%s are never raw in a line, as JSON or as text, and read back as they are", (_, first, last) => {
  for (let code = first; code <= last; code++) {
    const text = `a${String.fromCodePoint(code)}b`;
    const lines: string[] = [];
    createLogger("info", (line) => void lines.push(line)).warn(text, { cause: text, [text]: 1 });
    const [line = ""] = lines;
    expect(line.slice(0, -1)).toMatch(/^[ -~]+$/);
    expect(asText(line).slice(0, -1)).toMatch(/^[ -~]+$/);
    expect(JSON.parse(line)).toMatchObject({ event: text, cause: text, [text]: 1 });
  }
});
