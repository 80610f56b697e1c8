import { describe, expect, test } from "bun:test";
import { readCsv } from "./read-csv.ts";

const COLUMNS = { email: "required", name: "required", plan: "optional" } as const;
const BOUNDS = { rows: 100, faults: 10 };
const read = (text: string) => readCsv<keyof typeof COLUMNS>(Buffer.from(text), COLUMNS, BOUNDS);
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
