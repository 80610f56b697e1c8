import { expect, test } from "bun:test";
import { openProgress, progressLine } from "./progress.ts";

const LINES: [fraction: number, line: string][] = [
  [0, `${"░".repeat(24)}   0 %  talk.wav`],
  [0.5, `${"█".repeat(12)}${"░".repeat(12)}  50 %  talk.wav`],
  [1, `${"█".repeat(24)} 100 %  talk.wav`],
  [1.7, `${"█".repeat(24)} 100 %  talk.wav`],
];
test.each(LINES)("%d of the way", (fraction, line) => {
  expect(progressLine("talk.wav", fraction, "")).toBe(line);
});

test("writes nothing where standard error is no terminal", () => {
  const written: string[] = [];
  const progress = openProgress("x", { isTTY: false, columns: 80, write: (text) => void written.push(text) });
  progress.update(0.5);
  progress.close();
  expect(written).toEqual([]);
});

test("draws at most ten times a second, never wider than the terminal, and leaves nothing behind", () => {
  const written: string[] = [];
  const progress = openProgress("a-very-long-name.wav", {
    isTTY: true,
    columns: 40,
    write: (text) => void written.push(text),
  });
  for (let step = 0; step < 100; step++) progress.update(step / 100, "500 × real time");
  progress.close();
  expect(written.length).toBeLessThanOrEqual(3);
  for (const text of written) expect(Bun.stringWidth(text)).toBeLessThan(40);
  expect(written.at(-1)).toBe("\r\u001b[2K");
});
