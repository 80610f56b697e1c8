/** The same recording gives the same words: again, and with another number of threads. */
import { expect, test } from "bun:test";
import { blocks, sentenceClips, startEngine, textOf } from "./support.ts";

async function told(threads: number): Promise<string[]> {
  const engine = startEngine({ processes: 1, interactive_process: false, threads });
  try {
    const texts: string[] = [];
    for (const { samples } of sentenceClips())
      texts.push(textOf(await engine.recognize(blocks(samples), { lane: "batch" })));
    return texts;
  } finally {
    await engine.close();
  }
}

test("the starter tells the same with one thread, with two, and a second time", async () => {
  const once = await told(1);
  expect(once.filter((text) => text === "")).toEqual([]);
  expect(await told(1)).toEqual(once);
  expect(await told(2)).toEqual(once);
});
