import { expect, test } from "bun:test";
import { failuresOf } from "./test-failures.ts";

const OUTPUT = `bun test v1.4.5

a.test.ts:
noise
(pass) fine [0.29ms]
hi
3 | expect("a").toBe("c");
                ^
error: expect(received).toBe(expected)

Expected: "c"

      at <anonymous> (a.test.ts:3:85)
(fail) group > bad one [9.57ms]
(fail) group > slow [100.34ms]
  ^ this test timed out after 100ms.
(skip) group > left out
TypeError: oops
      at <anonymous> (a.test.ts:4:78)
(fail) group > throws

 1 pass
`;

test("each failed test stands with its own error, without what was printed before it", () => {
  expect(failuresOf("units", OUTPUT)).toEqual([
    {
      name: "units: group > bad one",
      lines: [
        '3 | expect("a").toBe("c");',
        "                ^",
        "error: expect(received).toBe(expected)",
        "",
        'Expected: "c"',
        "",
        "      at <anonymous> (a.test.ts:3:85)",
      ],
    },
    { name: "units: group > slow", lines: ["  ^ this test timed out after 100ms."] },
    { name: "units: group > throws", lines: ["TypeError: oops", "      at <anonymous> (a.test.ts:4:78)"] },
  ]);
});

test.each([
  {
    what: "a file that does not load",
    output: "bun test v1.4.5\n\na.test.ts:\nerror: Cannot find module './b'\n\n 0 pass\n",
    lines: ["error: Cannot find module './b'", "", " 0 pass", ""],
  },
  {
    what: "the types",
    output: "$ tsc --noEmit\nsrc/a.ts(1,7): error TS2322: Type 'string'\n",
    lines: ["src/a.ts(1,7): error TS2322: Type 'string'", ""],
  },
  {
    what: "no error named",
    output: "Unused files (1)\n\nsrc/a.ts\n",
    lines: ["Unused files (1)", "src/a.ts"],
  },
])("a series without a failed test shows its first error or its end: $what", ({ output, lines }) => {
  expect(failuresOf("series", output)).toEqual([{ name: "series", lines: [...lines] }]);
});

test("a page in an error, and a series that is broken as a whole, stay short", () => {
  const page = `error: ${"x".repeat(1_000_000)}\n${"more\n".repeat(500)}(fail) page [1.00ms]\n`;
  const [first, ...others] = failuresOf("pages", page.repeat(30));
  expect(first?.lines).toHaveLength(40);
  expect(first?.lines[0]?.length).toBeLessThan(400);
  expect(others).toHaveLength(20);
  expect(others.at(-1)).toEqual({ name: "pages: 10 more", lines: [] });
});
