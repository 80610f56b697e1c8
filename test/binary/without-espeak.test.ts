/** Nothing of espeak-ng is in an executable, nor in the memory of a process that recognizes speech. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { espeakTraces, findTraces, type Trace } from "../../scripts/build/espeak-traces.ts";
import { publishedLibrary } from "../../scripts/build/inspect.ts";
import { TARGETS, type Target } from "../../scripts/build/targets.ts";
import { EXECUTABLE, emptyFolder } from "./executable.ts";
import { startServer } from "./server.ts";

const LIBRARY = "libsherpa-onnx-c-api.so";
const target = TARGETS.find(({ arch }) => arch === process.arch) as Target;
const published = readFileSync(publishedLibrary(target));

let traces: Trace[] = [];
let folder: ReturnType<typeof emptyFolder>;
beforeAll(() => {
  folder = emptyFolder();
  traces = espeakTraces(published);
});
afterAll(() => folder.remove());

test("all that is looked for is in the published library", () => {
  const kinds = new Set(findTraces(published, traces).map(({ kind }) => kind));
  expect(findTraces(published, traces).length).toBe(traces.length);
  expect([...kinds].sort()).toEqual(["function", "name", "table", "text"]);
  expect(traces.length).toBeGreaterThan(500);
});

const executables = [EXECUTABLE, ...TARGETS.map(({ outfile }) => join(EXECUTABLE, "..", outfile))];
test.each([...new Set(executables)].filter((path) => existsSync(path)))("%s holds none of it", (path) => {
  expect(findTraces(readFileSync(path), traces)).toEqual([]);
});

test("the memory of running processes holds none of it", async () => {
  const server = await startServer(folder.path, join(folder.path, "data"));
  try {
    const processes = [server.pid, ...descendantsOf(server.pid)];
    const libraries = processes.flatMap((pid) => mappedParts(pid, LIBRARY));
    const memory = Buffer.concat(libraries);
    expect(memory.includes("SherpaOnnxCreateOfflineRecognizer\0")).toBe(true);
    expect(findTraces(memory, traces)).toEqual([]);
  } finally {
    await server.stop();
  }
});

function descendantsOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The mapped parts of files of that name in a process, as it may read it. */
function mappedParts(pid: number, name: string): Buffer[] {
  const lines = readFileSync(`/proc/${pid}/maps`, "utf8").split("\n");
  const memory = openSync(`/proc/${pid}/mem`, "r");
  try {
    return lines
      .filter((line) => line.includes(name) && / r/.test(line))
      .map((line) => {
        const [from = 0, to = 0] = (line.split(" ")[0] ?? "")
          .split("-")
          .map((each) => Number.parseInt(each, 16));
        const part = Buffer.alloc(to - from);
        readSync(memory, part, 0, part.length, from);
        return part;
      });
  } finally {
    closeSync(memory);
  }
}
