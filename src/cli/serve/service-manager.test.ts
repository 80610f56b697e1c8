import { describe, expect, test } from "bun:test";
import { PYTHON, startManager } from "../../../test/support/service-manager.ts";
import { createLogger } from "../../lib/logger.ts";
import { ServiceManager } from "./service-manager.ts";

const WATCHDOG_MS = 60;

function managed(environment: Record<string, string>) {
  const log: { event: string; cause?: string }[] = [];
  const manager = new ServiceManager(
    environment,
    createLogger("debug", (line) => void log.push(JSON.parse(line))),
  );
  const server = { isHealthy: true, status: "Serving." };
  const watched = { isHealthy: () => server.isHealthy, status: () => server.status };
  return { manager, watched, server, log };
}

describe.skipIf(PYTHON === null)("a service manager", () => {
  test.each([
    ["at a path", false],
    ["at an abstract address", true],
  ])("%s hears of start, reload and stop", async (_, isAbstract) => {
    await using heard = await startManager(isAbstract);
    const { manager, watched, server, log } = managed({ NOTIFY_SOCKET: heard.address });
    manager.ready(watched);
    manager.reloading();
    manager.ready(watched);
    server.status = "Stopping.";
    manager.stopping(30_000);
    await heard.heard("STOPPING=1");
    expect(heard.messages).toEqual([
      ["READY=1", "STATUS=Serving."],
      ["RELOADING=1"],
      ["READY=1"],
      ["STOPPING=1", "EXTEND_TIMEOUT_USEC=45000000"],
    ]);
    expect(log).toEqual([]);
  });

  test("hears from a healthy server before half of its patience is over, and from a sick one nothing", async () => {
    await using heard = await startManager();
    const { manager, watched, server } = managed({
      NOTIFY_SOCKET: heard.address,
      WATCHDOG_USEC: String(WATCHDOG_MS * 1_000),
      WATCHDOG_PID: String(process.pid),
    });
    manager.ready(watched);
    await heard.heard("WATCHDOG=1");
    server.isHealthy = false;
    server.status = "Sick.";
    await heard.heard("STATUS=Sick.");
    const before = heard.messages.length;
    await Bun.sleep(3 * WATCHDOG_MS);
    expect(heard.messages.slice(before)).toEqual([]);
    server.isHealthy = true;
    await heard.heard("WATCHDOG=1", before);
    manager.holdWatchdog();
    await heard.heard("WATCHDOG_USEC=86400000000", before);
  });

  test("that watches another process hears no watchdog", async () => {
    await using heard = await startManager();
    const { manager, watched, server } = managed({
      NOTIFY_SOCKET: heard.address,
      WATCHDOG_USEC: String(WATCHDOG_MS * 1_000),
      WATCHDOG_PID: "1",
    });
    manager.ready(watched);
    await Bun.sleep(2 * WATCHDOG_MS);
    server.status = "Later.";
    manager.ready(watched);
    await heard.heard("STATUS=Later.");
    expect(heard.messages.flat()).not.toContain("WATCHDOG=1");
  });
});

test.each([
  ["nobody listens there", "/nonexistent/notify"],
  ["it is no Unix socket", "vsock:2:1234"],
  ["it is too long", `/${"a".repeat(108)}`],
])("a manager that cannot be reached is logged: %s", (_, address) => {
  const { manager, watched, log } = managed({ NOTIFY_SOCKET: address });
  manager.ready(watched);
  expect(log).toEqual([
    expect.objectContaining({
      event: "service_manager_unreachable",
      cause: expect.stringMatching(/errno 2|Unix socket/),
    }),
  ]);
});

test("without a manager nothing is sent", () => {
  const { manager, watched, log } = managed({});
  manager.ready(watched);
  manager.stopping(0);
  expect(log).toEqual([]);
});
