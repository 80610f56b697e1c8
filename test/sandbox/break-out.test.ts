/** Code inside each kind of child tries to reach files and the network, from every thread and past the runtime. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ProbeReport } from "../../native/sandbox/probe.ts";
import type { SandboxPolicy } from "../../src/lib/sandbox.ts";
import { testDatabase } from "../support/database.ts";
import { CONFINES, hostPolicy, POLICIES, run, runProbe, starterFiles } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "tiro-break-out-"));
let server: Server;
let store: ReturnType<typeof testDatabase>;

beforeAll(async () => {
  store = testDatabase();
  server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(() => {
  server.close();
  store[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

function tryAll(policy: SandboxPolicy): Promise<ProbeReport> {
  const database = join(store.dataDir, "tiro.db");
  if (!existsSync(database)) throw new Error("there is no database to try");
  return runProbe(policy, {
    readable: ["/etc/passwd", database, store.dataDir, "/", `/proc/${process.pid}/environ`],
    writable: [join(folder, "made"), join(dirname(starterFiles[0] ?? ""), "made-by-probe")],
    port: (server.address() as { port: number }).port,
  });
}

test.skipIf(!CONFINES).each(POLICIES)(
  "%s: nothing is reached, from no thread and not by native code",
  async (_, policy) => {
    const report = await tryAll(policy);
    expect(Object.keys(report).length).toBe(34);
    expect(Object.entries(report).filter(([, outcome]) => outcome === "succeeded")).toEqual([]);
  },
);

test("without the sandbox the same attempts succeed", async () => {
  const report = await tryAll({ mode: "off", readable: [], memoryBytes: 0, cuda: false });
  rmSync(join(dirname(starterFiles[0] ?? ""), "made-by-probe"), { force: true });
  expect(Object.entries(report).filter(([, outcome]) => outcome !== "succeeded")).toEqual([]);
});

test.skipIf(!CONFINES)("a recognizer reads its own pack, and no other", async () => {
  const [own, other] = ["own", "other"].map((pack) => join(folder, pack, "model.onnx")) as [string, string];
  for (const path of [own, other]) await Bun.write(path, "weights");
  const attempts = { readable: [own, other], writable: [own], port: 1 };
  const report = await runProbe(hostPolicy("required", [own]), attempts);
  const succeeded = Object.keys(report).filter((attempt) => report[attempt] === "succeeded");
  expect(succeeded.sort()).toEqual(
    ["main thread", "native code", "pool thread", "worker"].map((from) => `${from}: read ${own}`),
  );
});

test.skipIf(!CONFINES)("memory beyond the limit is refused, within it there is enough", async () => {
  const MIB = 1024 * 1024;
  const take = (mib: number) =>
    `try { Buffer.alloc(${mib} * ${MIB}, 1); console.log("taken"); } catch { console.log("refused"); }`;
  const policy = { mode: "required", readable: [], memoryBytes: 256 * MIB, cuda: false } as const;
  const outcomes = await Promise.all(
    [128, 2048].map((mib) => run([process.execPath, "-e", take(mib)], policy)),
  );
  expect(outcomes).toEqual(["taken\n", "refused\n"]);
});
