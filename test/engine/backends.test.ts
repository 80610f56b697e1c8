/** That packs and the engine's libraries mean the same: neither imports the other. */
import { expect, test } from "bun:test";
import { BACKENDS, backendFor } from "../../src/engine/host/backends/registry.ts";
import { catalogue, entryCapabilities } from "../../src/packs/catalogue.ts";
import { IDENTIFICATION_KIND, recognizerKinds } from "../../src/packs/kinds.ts";

test("every kind of pack that the engine loads has one library, and no library has others", async () => {
  const backends = await Promise.all(BACKENDS.map((open) => open()));
  const packKinds = [...recognizerKinds.map(({ shape }) => shape.kind.value), IDENTIFICATION_KIND];
  expect(backends.flatMap(({ kinds }) => Object.keys(kinds)).sort()).toEqual(packKinds.sort());
});

test("a kind that no library loads is refused with its name", async () => {
  expect(backendFor("toString")).rejects.toThrow("models of the kind toString");
});

test.each(catalogue().map((entry) => [entry.id, entry] as const))(
  "what %s promises, its library can do",
  async (_, entry) => {
    const promised = entryCapabilities(entry);
    if (!promised) return;
    const can = (await backendFor(entry.kind)).kinds[entry.kind];
    if (promised.hotwords) expect(can?.hotwords).toBe(true);
    if (promised.languageChoice !== "none") expect(can?.language).not.toBe("none");
  },
);
