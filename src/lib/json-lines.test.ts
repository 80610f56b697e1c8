import { expect, test } from "bun:test";
import fc from "fast-check";
import { readJsonLines, toJsonLine } from "./json-lines.ts";

test("values come out as they went in, however the bytes are cut", async () => {
  const text = fc.string({ unit: "binary" });
  const values = fc.array(fc.oneof(text, fc.array(text), fc.constant({ a: "\u2028\n" })));
  await fc.assert(
    fc.asyncProperty(values, fc.integer({ min: 1, max: 20 }), async (given, size) => {
      const bytes = new TextEncoder().encode(given.map(toJsonLine).join(""));
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      expect(await Array.fromAsync(readJsonLines<unknown>(stream))).toEqual(given);
    }),
  );
});
