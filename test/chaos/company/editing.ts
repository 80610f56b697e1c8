/** Two who edit one transcript, each a segment of its own, in which they count: no edit that was acknowledged is lost. */
import { ask, expectStatus, jsonOf, linger, type Site, sendJson, type Work } from "./work.ts";

const EDITORS = 2;
const LONGEST_PAUSE_MS = 150;
const TEXT = Array.from(
  { length: EDITORS },
  (_, index) => `${index + 1}\n00:00:${index}0,000 --> 00:00:${index}9,000\nEditor ${index}: Edit 0.\n`,
).join("\n");

interface Segment {
  id: string;
  words: { word: string; start: number; end: number }[];
}

interface Read {
  revision: number;
  segment: Segment;
}

export function editing(site: Site): Work {
  const counts = Array.from({ length: EDITORS }, () => 0);
  let recording = "";
  return {
    left: () => 0,
    run: async (stop) => {
      const made = await ask(site, "/recordings/import", sendJson("POST", { content: TEXT, name: "Edited" }));
      if (!expectStatus(site, "a transcript is imported", made, 201)) return;
      recording = jsonOf(made).id;
      await Promise.all(
        counts.map(async (_, editor) => {
          let at = await read(site, recording, editor);
          while (!stop.aborted) {
            const next = (counts[editor] ?? 0) + 1;
            at = await saved(site, { recording, editor, next, at });
            counts[editor] = next;
            await linger(site, LONGEST_PAUSE_MS);
          }
        }),
      );
    },
    check: async () => {
      for (const [editor, count] of counts.entries()) {
        const { segment } = await read(site, recording, editor);
        if (countIn(segment) !== count)
          site.violations.push(`editor ${editor} saved ${count} times, and ${countIn(segment)} stands there`);
      }
      return { edits: counts.reduce((sum, count) => sum + count, 0) };
    },
  };
}

async function read(site: Site, recording: string, editor: number): Promise<Read> {
  const { revision, data } = jsonOf(await ask(site, `/recordings/${recording}/transcript`)) as {
    revision: number;
    data: Segment[];
  };
  const segment = data[editor];
  if (segment === undefined) throw new Error(`the transcript has ${data.length} segments`);
  return { revision, segment };
}

const countIn = ({ words }: Segment) => Number(words[1]?.word.replace(".", ""));

/** One save, which a kill may cut off before or after it is stored: the same is sent again, as the app does. */
async function saved(
  site: Site,
  { recording, editor, next, at }: { recording: string; editor: number; next: number; at: Read },
): Promise<Read> {
  for (let { revision, segment } = at; ; ) {
    const words = segment.words.map((word, index) => (index === 1 ? { ...word, word: `${next}.` } : word));
    const changed = { ...segment, words };
    const change = { replace: [segment.id], after: null, with: [changed] };
    const save = { base_revision: revision, changes: [change] };
    const answer = await ask(site, `/recordings/${recording}/transcript`, sendJson("PATCH", save));
    if (answer.status === 200) return { revision: jsonOf(answer).revision, segment: changed };
    // Too much was saved meanwhile: it is read again.
    if (!expectStatus(site, "an edit is saved", answer, 409)) return at;
    ({ revision, segment } = await read(site, recording, editor));
    const stands = countIn(segment);
    if (stands !== next - 1 && stands !== next)
      site.violations.push(`editor ${editor} saved ${next - 1}, and ${stands} stands there`);
  }
}
