import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import type { AnnouncedPack, WorkerView } from "../engine/workers/views.ts";
import { systemClock } from "../lib/clock.ts";
import { announcementOf } from "../packs/announced.ts";
import { builtinPackFolder } from "../packs/builtin.ts";
import { loadPack } from "../packs/load-pack.ts";
import { AnnouncedPacks } from "./announced-packs.ts";

const STARTER = loadPack(builtinPackFolder("none"));
const TRUE = announcementOf(STARTER);

/** The same with another text, and perhaps with a checksum of its own that fits. */
function changed(change: (text: string) => string): AnnouncedPack {
  const manifest = change(TRUE.manifest);
  return { ...TRUE, manifest, checksum: new Bun.CryptoHasher("sha256").update(manifest).digest("hex") };
}

const OTHER = changed((text) => text.replace(/"licence": *"[^"]*"/, '"licence": "Unlicense"'));

function site() {
  const workers = new Map<string, { state: WorkerView["state"]; packs: AnnouncedPack[] }>();
  const refused = new Map<string, string | null>();
  const packs = new AnnouncedPacks(
    {
      workers: () => [...workers].map(([name, worker]) => ({ name, ...worker })),
      refuse: (worker, id, problem) => void refused.set(`${worker} ${id}`, problem),
    },
    systemClock,
  );
  return { workers, refused, packs };
}

test("packs of workers are known, also when those have gone", () => {
  const { workers, refused, packs } = site();
  workers.set("one", { state: "ready", packs: [TRUE, { id: "a@1 b@1", checksum: "c", manifest: "" }] });
  expect(packs.lookAgain([])).toEqual([
    { name: STARTER.name, manifest: STARTER.manifest, checksum: TRUE.checksum },
  ]);
  expect([...refused]).toEqual([[`one ${STARTER.name}`, null]]);
  workers.set("one", { state: "lost", packs: [TRUE] });
  expect(packs.lookAgain([]).map(({ name }) => name)).toEqual([STARTER.name]);
  // A moment ago it was there.
  expect(packs.isPresent(STARTER.name, TRUE.checksum)).toBe(true);
  expect(packs.isPresent(STARTER.name, OTHER.checksum)).toBe(false);
});

test("one that is installed here, too, must be the same", () => {
  const { workers, refused, packs } = site();
  workers.set("same", { state: "ready", packs: [TRUE] });
  workers.set("other", { state: "ready", packs: [OTHER] });
  expect(packs.lookAgain([STARTER])).toEqual([]);
  expect(refused.get(`same ${STARTER.name}`)).toBeNull();
  expect(refused.get(`other ${STARTER.name}`)).toContain("differs from the one installed on the server");
});

test("of two that differ the first is used as long as it is there", () => {
  const { workers, refused, packs } = site();
  workers.set("one", { state: "ready", packs: [TRUE] });
  workers.set("two", { state: "ready", packs: [OTHER] });
  expect(packs.lookAgain([])[0]?.checksum).toBe(TRUE.checksum);
  expect(refused.get(`two ${STARTER.name}`)).toContain("differs from that of other workers");
  workers.delete("one");
  expect(packs.lookAgain([])[0]?.checksum).toBe(OTHER.checksum);
  expect(refused.get(`two ${STARTER.name}`)).toBeNull();
});

test.each([
  ["a checksum of something else", { ...TRUE, checksum: OTHER.checksum }, "another checksum"],
  ["the name of another pack", { ...TRUE, id: "ggml-large@1.0.0" }, "of another pack"],
  ["no manifest", changed(() => "<xml>"), "not JSON"],
  ["a manifest of no pack", changed(() => "{}"), "not valid"],
  ["a path that leads out", changed((text) => text.replace('"model.onnx"', '"../model.onnx"')), "not valid"],
])("false claims are not believed: %s", (_, claim, problem) => {
  const { workers, refused, packs } = site();
  workers.set("liar", { state: "ready", packs: [claim] });
  expect(packs.lookAgain([])).toEqual([]);
  expect(refused.get(`liar ${claim.id}`)).toContain(problem);
});

test("a worker that announces ever new packs fills no memory", () => {
  const { workers, refused, packs } = site();
  const many = Array.from({ length: limits.announcedPacks + 1 }, (_, n) => {
    const one = changed((text) => text.replace(/"version": *"[^"]*"/, `"version": "1.0.${n}"`));
    return { ...one, id: `starter-en@1.0.${n}` };
  });
  workers.set("liar", { state: "ready", packs: many });
  expect(packs.lookAgain([])).toHaveLength(limits.announcedPacks);
  expect(refused.get(`liar starter-en@1.0.${limits.announcedPacks}`)).toContain("one too many");
});
