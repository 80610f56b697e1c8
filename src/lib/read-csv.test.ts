import { describe, expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import { readCsv, type TableBounds } from "./read-csv.ts";

const COLUMNS = { email: "required", name: "required", plan: "optional" } as const;
const BOUNDS: TableBounds = { rows: 100, faults: 10, columns: 5, lineBytes: 4_096, turnMs: 2 };
const read = (text: string, bounds: Partial<TableBounds> = {}) =>
  readCsv<keyof typeof COLUMNS>(Buffer.from(text), COLUMNS, { ...BOUNDS, ...bounds });
const ada = { email: "ada@x.test", name: "Ada", plan: "" };

describe("a table", () => {
  test.each<[string, string, unknown[]]>([
    ["plain", "email,name\nada@x.test,Ada\n", [{ line: 2, values: ada }]],
    ["semicolons and CRLF", "email;name\r\nada@x.test;Ada\r\n", [{ line: 2, values: ada }]],
    ["tabs, no end of line", "email\tname\nada@x.test\tAda", [{ line: 2, values: ada }]],
    ["a byte order mark", "\ufeffemail,name\nada@x.test,Ada", [{ line: 2, values: ada }]],
    ["other order and case", "Name , EMAIL\n Ada , ada@x.test ", [{ line: 2, values: ada }]],
    ["empty lines", "email,name\n\n\nada@x.test,Ada\n\n", [{ line: 4, values: ada }]],
    [
      "quotes",
      'email,name,plan\nada@x.test,"Lovelace, ""Ada""",pro',
      [{ line: 2, values: { email: "ada@x.test", name: 'Lovelace, "Ada"', plan: "pro" } }],
    ],
    ["no rows", "email,name\n", []],
  ])("%s", async (_name, text, rows) => {
    expect(await read(text)).toEqual({ rows, faults: [] } as never);
  });

  test.each<[string, string, [line: number, message: string][]]>([
    [
      "nothing",
      "",
      [
        [1, "column email is missing"],
        [1, "column name is missing"],
      ],
    ],
    ["a missing column", "email\nx", [[1, "column name is missing"]]],
    ["an unknown column", "email,name,age\na,b,1", [[1, "no column age; there are email, name, plan"]]],
    ["a column twice", "email,name,Name\na,b,c", [[1, "name is there twice"]]],
    [
      "too few and too many cells",
      "email,name\na\nb,c\nd,e,f",
      [
        [2, "has 1 cells; the first line has 2"],
        [4, "has 3 cells"],
      ],
    ],
    ["an open quote", 'email,name\na,b\nc,"d\n', [[3, "quotes"]]],
    ["a stray quote", 'email,name\na,"b"c\n', [[2, "quotes"]]],
  ])("%s is told", async (_name, text, faults) => {
    const told = (await read(text)).faults;
    expect(told.map(({ line }) => line)).toEqual(faults.map(([line]) => line));
    for (const [index, [, message]] of faults.entries()) expect(told[index]?.message).toContain(message);
  });
});

describe("a bound holds at its edge, and ends the reading past it:", () => {
  const HEAD = "email,name\n";
  const lines = (count: number, line = "ada@x.test,Ada") => HEAD + `${line}\n`.repeat(count);

  test("lines", async () => {
    const { rows, lineBytes } = BOUNDS;
    expect(await read(lines(rows))).toMatchObject({ rows: { length: rows }, faults: [] });
    const more = await read(lines(rows + 1) + "x".repeat(2 * lineBytes));
    expect(more.faults).toEqual([{ line: rows + 2, message: `The table has more than ${rows} lines.` }]);
  });

  test("faults", async () => {
    expect((await read(lines(BOUNDS.faults, "a"))).faults).toHaveLength(BOUNDS.faults);
    expect((await read(lines(BOUNDS.faults + 1, "a"))).faults).toHaveLength(BOUNDS.faults);
  });

  test("columns", async () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(",");
    const told = async (count: number) => (await read(names(count))).faults.map(({ message }) => message);
    expect(await told(BOUNDS.columns)).toContain("There is no column c4; there are email, name, plan.");
    expect(await told(BOUNDS.columns + 1)).toEqual([`The line has 6 cells, more than ${BOUNDS.columns}.`]);
  });

  test("bytes of a line", async () => {
    const { lineBytes } = BOUNDS;
    // Wherever the line begins in a block.
    for (const before of [0, 1, 511, 512]) {
      const begin = `${HEAD}${"x".repeat(before)},Ada\n`;
      const long = (bytes: number) => `${begin}ada@x.test,${"A".repeat(bytes - 12)}\n`;
      expect(await read(long(lineBytes))).toMatchObject({ rows: { length: 2 }, faults: [] });
      expect(await read(long(lineBytes + 1_024))).toEqual({
        rows: [],
        faults: [{ line: 3, message: `The line is longer than ${BOUNDS.lineBytes} bytes.` }],
      });
    }
  });

  test("the turn", async () => {
    const turnsOf = async (turnMs: number) => {
      let turns = 0;
      const reading = read("email,name\n".padEnd(51_200, "\n"), { turnMs }).then(() => true);
      while (!(await Promise.race([reading, setImmediate(false)]))) turns += 1;
      return turns;
    };
    expect(await turnsOf(0)).toBeGreaterThanOrEqual(100);
    expect(await turnsOf(Number.POSITIVE_INFINITY)).toBeLessThan(100);
  });
});
