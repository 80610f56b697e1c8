/**
 * `bun run bench [NAME [ARGUMENT…]]`: a benchmark of this folder, after the load of the machine; without a name, what there is.
 * `bun run bench:NAME` is the same. A benchmark that misses a goal ends with 1.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { tellLoad } from "./load.ts";

/** The first line of a benchmark's file; it names its command, and where the description begins with that, it follows. */
const HEAD = /^\/\*\*[\s*]+(?:`bun run bench:[^`]+`: )?([\s\S]+?[.:;])\s[\s\S]*?\*\//;

interface Bench {
  path: string;
  about: string;
}

function benches(): Map<string, Bench> {
  const found = new Map<string, Bench>();
  for (const file of new Bun.Glob("**/*.ts").scanSync(import.meta.dir)) {
    const path = join(import.meta.dir, file);
    const name = basename(file, ".ts");
    const [head = "", sentence = ""] = HEAD.exec(readFileSync(path, "utf8")) ?? [];
    if (head.includes(`bun run bench:${name}`) && file !== "run.ts")
      found.set(name, { path, about: sentence.replace(/\s+\*?\s*/g, " ") });
  }
  return found;
}

const [name] = process.argv.splice(2, 1);
const all = benches();
if (name === undefined)
  for (const [each, { about }] of [...all].sort()) console.log(`${each.padEnd(16)} ${about}`);
else {
  const chosen = all.get(name);
  if (!chosen) throw new Error(`there is no benchmark ${name}: ${[...all.keys()].sort().join(", ")}`);
  tellLoad();
  await import(chosen.path);
}
