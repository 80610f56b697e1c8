/** Hosts that somebody else kills while they load a pack: the pack is not blamed, and there are fewer of them. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { limits } from "../../src/config/limits.ts";
import { configSchema } from "../../src/config/schema.ts";
import type { Engine, LoadedModel } from "../../src/engine/engine.ts";
import { OomKills } from "../../src/engine/oom-kills.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLogger } from "../../src/lib/logger.ts";
import { openSpeechRouter } from "../../src/recognition/open-router.ts";
import type { SpeechRouter } from "../../src/recognition/speech-router.ts";
import { installPack } from "../support/packs.ts";
import { blocks, silence, startEngine, textOf, until } from "./support.ts";

const ONE_HOST = { processes: 1, interactive_process: false };
const taken: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of taken.splice(0).reverse()) await end();
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "tiro-killed-"));
  taken.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hostThat(mode: string, folder = temporary()) {
  const state = join(folder, "state");
  const hostCommand = [process.execPath, join(import.meta.dir, "misbehaving-host.ts"), mode, state];
  return { hostCommand, starts: () => readFileSync(state, "utf8").trim().split("\n").length };
}

function logged() {
  const lines: { event: string; [field: string]: unknown }[] = [];
  const logger = createLogger("info", (line) => void lines.push(JSON.parse(line)));
  return { logger, of: (event: string) => lines.filter((line) => line.event === event) };
}

/** Of a kernel whose counter the hosts themselves move. */
function engineShortOfMemory(mode: string, config: object) {
  const folder = temporary();
  writeFileSync(join(folder, "memory.events"), "oom_kill 0\n");
  const oomKills = new OomKills(systemClock, { root: folder, groups: [""] });
  const { hostCommand, starts } = hostThat(mode, folder);
  const log = logged();
  const engine = startEngine({ sandbox: "off", ...config }, { hostCommand, oomKills, logger: log.logger });
  taken.push(() => engine.close());
  return { engine, starts, log, oomKills };
}

const recognized = async (engine: Engine, seconds: number) =>
  textOf(await engine.recognize(blocks(silence(seconds)), { lane: "batch" }));

describe("while a pack loads", () => {
  test.each(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"])(
    "%s from outside is no fault of it: the load is tried until it succeeds",
    async (signal) => {
      const { hostCommand, starts } = hostThat(`${signal} at loads 1 to 3`);
      const engine = startEngine({ sandbox: "off", ...ONE_HOST }, { hostCommand });
      taken.push(() => engine.close());
      await engine.ready();
      expect(starts()).toBe(4);
      expect(await recognized(engine, 3)).toBe("0 1 2");
      expect(engine.status()).toMatchObject({ state: "ready", problem: null, processes: [{ restarts: 3 }] });
    },
  );

  test.each([
    "SIGABRT at loads 1 to 9",
    "SIGSEGV at loads 1 to 9",
    "SIGBUS at loads 1 to 9",
    "SIGILL at loads 1 to 9",
    "SIGFPE at loads 1 to 9",
    "closes its socket at load",
  ])("%s is its own fault: it is given up", async (mode) => {
    const { hostCommand, starts } = hostThat(mode);
    const engine = startEngine({ sandbox: "off", ...ONE_HOST }, { hostCommand });
    taken.push(() => engine.close());
    const fault = await engine.ready().catch((error) => error);
    expect(fault.extras.hint).toContain("ended 2 times while loading the pack starter-en@");
    expect(starts()).toBe(limits.enginePackCrashesAtLoad);
  });
});

describe("a kernel that kills for lack of memory", () => {
  test.each([true, false])(
    "is recognized, told and counted, and the last host is restarted (interactive: %p)",
    async (interactive_process) => {
      const config = { processes: 1, interactive_process };
      const mode = "out of memory at the first three loads";
      const { engine, starts, log, oomKills } = engineShortOfMemory(mode, config);
      await engine.ready();
      expect(starts()).toBe(4);
      const ended = log.of("engine_host_ended");
      expect(ended.map(({ outOfMemory }) => outOfMemory)).toEqual([true, true, true]);
      expect(ended[0]).toMatchObject({
        what: "was killed by the kernel for lack of memory",
        hint: expect.stringContaining("more memory"),
      });
      expect(oomKills.count).toBe(3);
      expect(await recognized(engine, 3)).toBe("0 1 2");
    },
  );

  test("gets fewer hosts: the others do the work of the one that was killed", async () => {
    const mode = "out of memory for more than two";
    const { engine, starts } = engineShortOfMemory(mode, { processes: 3, interactive_process: false });
    await engine.ready();
    const running = [1, 2, 3, 4].map(() => recognized(engine, 10));
    await until("all are started", () => starts() === 3);
    await until("the killed one is gone", () => engine.status().processes.length < 3);
    expect(new Set(await Promise.all(running))).toEqual(new Set(["0 1 2 3 4 5 6 7 8 9"]));
    expect(await recognized(engine, 2)).toBe("0 1");
    expect([starts(), engine.status().state]).toEqual([3, "ready"]);
  });
});

/** A router of misbehaving hosts, whose clock can jump. */
function routerThat(mode: string, packs: string[], keepsTrying: boolean, models: object = {}) {
  const folder = temporary();
  mkdirSync(join(folder, "models"));
  for (const id of packs) installPack(join(folder, "models"), id, ["en"]);
  const clock = { ...systemClock, jumpMs: 0, monotonic: () => performance.now() + clock.jumpMs };
  const { hostCommand, starts } = hostThat(mode);
  const engine = { sandbox: "off", start_deadline_ms: 3_600_000, ...ONE_HOST };
  const config = configSchema.parse({ data: { dir: folder }, engine, models });
  const { logger, of } = logged();
  const libraries = prepareNativeLibraries({ dataDir: tmpdir() });
  const router = openSpeechRouter({ ...libraries, config, hostCommand, logger, clock, keepsTrying });
  taken.push(() => router.close());
  return { router, of, starts, clock };
}

/** One whose pack `first-en` is killed whenever it is loaded, and what makes its clock jump over all patience. */
function routerKilledAtLoad(packs: string[], keepsTrying: boolean) {
  const { router, of, clock } = routerThat("SIGKILL for first-en@1.0.0", packs, keepsTrying);
  const kills = () => of("engine_host_ended").length;
  const losePatience = async () => {
    await until("it was killed", () => kills() > limits.enginePackCrashesAtLoad);
    clock.jumpMs = limits.packMemoryWaitMs;
  };
  return { router, kills, losePatience };
}

describe("a pack that is killed again and again", () => {
  test("is not in quarantine, and another is used until a server has it loaded", async () => {
    const { router, kills, losePatience } = routerKilledAtLoad(["first-en", "second-en"], true);
    const recognition = router.recognize(blocks(silence(2)), { lane: "batch", language: "en" });
    await losePatience();
    expect((await recognition).modelId).toBe("second-en@1.0.0");
    expect(router.status()).toMatchObject({ modelId: "first-en@1.0.0", packs: { quarantined: [] } });
    const seen = kills();
    await until("it is tried on", () => kills() > seen);
  });

  test("ends a command, which says why", async () => {
    const { router, losePatience } = routerKilledAtLoad(["first-en"], false);
    const outcome = router.ready().catch((error) => error);
    await losePatience();
    expect(await outcome).toMatchObject({
      code: "engine_unavailable",
      extras: { hint: expect.stringContaining("ended by SIGKILL") },
    });
  });
});

describe("a pack in quarantine", () => {
  const recognize = (router: SpeechRouter) =>
    router.recognize(blocks(silence(2)), { lane: "batch", language: "en" });
  const crashes = limits.enginePackCrashesAtLoad;
  const unavailable = { code: "engine_unavailable" };

  test("is tried again after a minute, then twice as late, and used when it works", async () => {
    const { router, of, starts, clock } = routerThat(
      `SIGABRT at loads 1 to ${2 * crashes}`,
      ["first-en"],
      true,
    );
    const again = (jumpMs: number) => {
      clock.jumpMs += jumpMs;
      router.lookAgain();
    };
    const quarantines = () => of("pack_quarantined").length;
    await expect(recognize(router)).rejects.toMatchObject(unavailable);
    router.lookAgain();
    await expect(recognize(router)).rejects.toMatchObject(unavailable);
    expect([starts(), quarantines()]).toEqual([crashes, 1]);

    again(limits.packTriedAgainFirstMs);
    await until("it failed again", () => quarantines() === 2);
    again(limits.packTriedAgainFirstMs);
    const { state, packs } = router.status();
    expect([state, packs?.quarantined.map(({ id }) => id)]).toEqual(["failed", ["first-en@1.0.0"]]);
    expect(starts()).toBe(2 * crashes);

    again(limits.packTriedAgainFirstMs);
    await until("it works", () => of("pack_works_again").length === 1);
    await router.ready();
    expect((await recognize(router)).modelId).toBe("first-en@1.0.0");
    expect(router.status()).toMatchObject({ state: "ready", packs: { quarantined: [] } });
  });

  test("may have worked before it was lost and could not be loaded anew", async () => {
    const { router, starts, clock } = routerThat(`SIGABRT at loads 2 to ${1 + crashes}`, ["first-en"], true);
    await router.ready();
    for (const { pid } of router.status().processes) if (pid) process.kill(pid, "SIGKILL");
    await until("it is given up", () => router.status().state === "failed");
    await expect(recognize(router)).rejects.toMatchObject(unavailable);
    expect([starts(), router.status().packs?.quarantined.length]).toEqual([1 + crashes, 1]);
    clock.jumpMs = limits.packTriedAgainFirstMs;
    router.lookAgain();
    await until("it works", () => router.status().packs?.quarantined.length === 0);
    expect((await recognize(router)).modelId).toBe("first-en@1.0.0");
  });

  test("has the default pack's memory only while it is tried", async () => {
    const { router, of, clock } = routerThat("SIGABRT for first-en@1.0.0", ["first-en", "second-en"], true, {
      memory_mib: limits.configMemoryMibMin,
    });
    await router.ready();
    clock.jumpMs = limits.packTriedAgainFirstMs;
    router.lookAgain();
    await until("it failed again", () => of("pack_quarantined").length === 2);
    expect(of("pack_unloaded").map(({ pack, why }) => [pack, why])).toContainEqual([
      "second-en@1.0.0",
      "made room",
    ]);
    const isBack = ({ id, state }: LoadedModel) => id === "second-en@1.0.0" && state === "ready";
    await until("the default pack is back", () => router.status().packs?.loaded.some(isBack) === true);
  });
});
