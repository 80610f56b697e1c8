/** Draws the app for the README, light and dark, with Chromium: `bun run pictures`. */
import { join } from "node:path";
import { Dashboard } from "../test/dashboard/dashboard.ts";
import { addRecording, spoken } from "../test/support/recordings.ts";
import { withSound } from "./bench/transcript-page.ts";

const FOLDER = join(import.meta.dir, "../pictures");
const WIDTH = 1280;
const PEAKS = 600;

/** Who speaks, and what; words begin half a second apart. */
const TURNS = [
  ["spk_0", "Good morning, everybody. Let us begin with the new ward."],
  ["spk_1", "The plans came back on Friday. They moved the pharmacy to the second floor, next to the lifts."],
  ["spk_0", "Does that leave enough room for the night staff?"],
  [
    "spk_2",
    "It does. We counted twelve lockers and a kitchen. What we still need is a quiet room for dictation.",
  ],
  ["spk_1", "Then I ask the architect for a quote by the end of next week."],
  ["spk_0", "Thank you, Jonas. Next, the schedule for December: three of us are away after the eighteenth."],
  ["spk_2", "I can take the first two nights, if somebody covers the weekend."],
] as const;

const dashboard = await Dashboard.open();
const { server, person } = dashboard;
let start = 0;
const segments = TURNS.map(([speaker, text]) => {
  const segment = spoken(text, start, speaker);
  start = segment.end + 0.6;
  return segment;
});
const id = addRecording(server.context.db, person.id, {
  name: "Ward meeting",
  tags: ["planning"],
  segments,
  speakers: { spk_0: "Maren Holt", spk_1: "Jonas Adler", spk_2: "Dr. Lena Okafor" },
  durationMs: start * 1000,
});

/** As loud as speech is: syllables in words, and a pause after each turn. */
const wave = Array.from({ length: PEAKS }, (_, index) => {
  const second = (index / PEAKS) * start;
  const isPause = segments.every((segment) => second < segment.start || second > segment.end);
  return isPause
    ? 5
    : Math.round(35 + 200 * Math.abs(Math.sin(second * 6.3) * Math.sin(second * 17.1 + index)));
});

for (const colorScheme of ["light", "dark"] as const) {
  const page = await dashboard.page({ width: WIDTH, colorScheme });
  await withSound(page, wave);
  await page.goto(`/app/recordings/${id}`);
  await page.getByText("Good morning").waitFor();
  await page.screenshot({ path: join(FOLDER, `app-${colorScheme}.png`) });
  await page.context().close();
}
await dashboard[Symbol.asyncDispose]();
// The browser that tests share keeps the process.
process.exit(0);
