import { expect, test } from "bun:test";
import { openProgress, openSteps, progressLine } from "./progress.ts";

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

test("steps are lines where standard error is no terminal: one for each, and for each tenth of it", () => {
  const written: string[] = [];
  const steps = openSteps("pack", { isTTY: false, columns: 80, write: (text) => void written.push(text) });
  for (let i = 0; i <= 100; i++) steps.update("fetching", i / 100, `${i} MB`);
  steps.update("fetching", null, "7 MB");
  steps.update("unpacking", 2, "8 MB");
  steps.close();
  expect(written).toHaveLength(13);
  expect(written.slice(0, 2)).toEqual(["pack: fetching 0 % (0 MB)\n", "pack: fetching 10 % (10 MB)\n"]);
  expect(written.slice(-2)).toEqual(["pack: fetching (7 MB)\n", "pack: unpacking 100 % (8 MB)\n"]);
});

test("and a bar that names the step where it is one", () => {
  const written: string[] = [];
  const steps = openSteps("pack", { isTTY: true, columns: 80, write: (text) => void written.push(text) });
  steps.update("fetching", 0.5, "3 MB");
  steps.close();
  expect(written[0]).toContain(" 50 %  pack  fetching  3 MB");
  expect(written.at(-1)).toBe("\r\u001b[2K");
});
