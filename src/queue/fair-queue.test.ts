import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FairQueue, type Turn } from "./fair-queue.ts";

type Lane = "urgent" | "normal" | "patient";

function queueOf({ turns = 1, waiting = 3, ownTurns = 0 } = {}) {
  return new FairQueue<Lane>({
    lanes: [
      { name: "urgent", waiting, ownTurns },
      { name: "normal", waiting },
      { name: "patient", waiting },
    ],
    turns,
    whenFull: (lane) => new Error(`full: ${lane}`),
  });
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

describe("fair queue", () => {
  test("a lane takes exactly its bound, refuses one more, and leaves the other lanes open", async () => {
    const queue = queueOf({ waiting: 2 });
    const first = await queue.enter({ lane: "normal", party: "a" });
    const waiting = [1, 2].map(() => queue.enter({ lane: "normal", party: "a" }));
    await expect(queue.enter({ lane: "normal", party: "b" })).rejects.toThrow("full: normal");
    const admitted = queue.enter({ lane: "normal", party: "b", admitted: true });
    const urgent = queue.enter({ lane: "urgent", party: "b" });
    expect(queue.snapshot()).toEqual({ waiting: { urgent: 1, normal: 3, patient: 0 }, running: 1 });
    first.end();
    for (const turn of [urgent, ...waiting, admitted]) void turn.then((held) => held.end());
    await settled();
    expect(queue.snapshot()).toEqual({ waiting: { urgent: 0, normal: 0, patient: 0 }, running: 0 });
  });

  test("turns that come serve those who wait; turns that go end with their tasks, down to none at all", async () => {
    const queue = queueOf({ turns: 0, waiting: 5 });
    const held: Turn[] = [];
    const enter = () => void queue.enter({ lane: "normal", party: "a" }).then((turn) => held.push(turn));
    for (let task = 0; task < 4; task++) enter();
    await settled();
    expect([held.length, queue.sharedTurns]).toEqual([0, 0]);
    queue.setTurns(3);
    await settled();
    expect([held.length, queue.sharedTurns]).toEqual([3, 3]);
    queue.setTurns(1);
    for (const turn of held.slice(0, 2)) turn.end();
    await settled();
    expect(held.length).toBe(3);
    held[2]?.end();
    await settled();
    expect([held.length, queue.snapshot().running]).toEqual([4, 1]);
    queue.setTurns(0);
    enter();
    held[3]?.end();
    await settled();
    expect([held.length, queue.snapshot().waiting.normal]).toEqual([4, 1]);
  });

  test("tells how long the task that waits longest does, in each lane", async () => {
    const queue = queueOf();
    const first = await queue.enter({ lane: "normal", party: "a" });
    expect(queue.oldestWaitMs()).toEqual({ urgent: 0, normal: 0, patient: 0 });
    const tasks = [queue.enter({ lane: "normal", party: "a" })];
    await Bun.sleep(30);
    tasks.push(queue.enter({ lane: "normal", party: "b" }), queue.enter({ lane: "patient", party: "b" }));
    const { urgent, normal, patient } = queue.oldestWaitMs();
    expect(urgent).toBe(0);
    expect(normal).toBeGreaterThanOrEqual(29);
    expect(patient).toBeLessThan(normal);
    first.end();
    for (const task of tasks) (await task).end();
    expect(queue.oldestWaitMs()).toEqual({ urgent: 0, normal: 0, patient: 0 });
  });

  test("a party with many tasks delays another by one turn, not by all of them", async () => {
    const queue = queueOf({ waiting: 100 });
    const order: string[] = [];
    const first = await queue.enter({ lane: "patient", party: "x" });
    const tasks = ["a", "a", "a", "a", "b", "c", "b"].map(async (party) => {
      const turn = await queue.enter({ lane: "patient", party });
      order.push(party);
      turn.end();
    });
    first.end();
    await Promise.all(tasks);
    expect(order.join("")).toBe("abcabaa");
  });

  test("a long task steps aside for a more urgent one only, and goes on before its own lane", async () => {
    const queue = queueOf();
    const order: string[] = [];
    const long = await queue.enter({ lane: "normal", party: "long" });
    const peer = queue.enter({ lane: "normal", party: "peer" }).then((turn) => {
      order.push("peer");
      turn.end();
    });
    await long.pass();
    order.push("long, block 1");
    const urgent = queue.enter({ lane: "urgent", party: "u" }).then((turn) => {
      order.push("urgent");
      turn.end();
    });
    await long.pass();
    order.push("long, block 2");
    long.end();
    await Promise.all([peer, urgent]);
    expect(order).toEqual(["long, block 1", "urgent", "long, block 2", "peer"]);
  });

  test("an aborted task leaves the queue with the signal's reason, also while it steps aside", async () => {
    const queue = queueOf();
    const abort = new AbortController();
    const long = await queue.enter({ lane: "normal", party: "a", signal: abort.signal });
    const urgent = await Promise.all([
      queue.enter({ lane: "urgent", party: "u" }),
      (async () => {
        const passed = long.pass();
        await settled();
        abort.abort(new Error("caller left"));
        await expect(passed).rejects.toThrow("caller left");
        long.end();
      })(),
    ]);
    const late = queue.enter({ lane: "normal", party: "a", signal: abort.signal });
    await expect(late).rejects.toThrow("caller left");
    urgent[0].end();
    expect(queue.snapshot()).toEqual({ waiting: { urgent: 0, normal: 0, patient: 0 }, running: 0 });
  });

  test("a turn that is ended while it steps aside is not taken up again", async () => {
    const queue = queueOf();
    const long = await queue.enter({ lane: "normal", party: "a" });
    const urgent = queue.enter({ lane: "urgent", party: "u" });
    const passed = long.pass();
    long.end();
    await expect(passed).rejects.toThrow("ended");
    (await urgent).end();
    expect(queue.snapshot()).toEqual({ waiting: { urgent: 0, normal: 0, patient: 0 }, running: 0 });
  });

  test("a lane's own turns serve only that lane, beside those that all share", async () => {
    const queue = queueOf({ ownTurns: 1 });
    const long = await queue.enter({ lane: "patient", party: "a" });
    const own = queue.enterNow({ lane: "urgent", party: "u" });
    expect([own !== null, queue.enterNow({ lane: "urgent", party: "u" })]).toEqual([true, null]);
    const patient = queue.enter({ lane: "patient", party: "b" });
    own?.end();
    expect(queue.snapshot()).toEqual({ waiting: { urgent: 0, normal: 0, patient: 1 }, running: 1 });
    // The one that is free already needs no stepping aside.
    const again = await queue.enter({ lane: "urgent", party: "u" });
    const third = queue.enter({ lane: "urgent", party: "u" });
    const aside = long.pass();
    (await third).end();
    await aside;
    long.end();
    again.end();
    (await patient).end();
    expect(queue.snapshot()).toEqual({ waiting: { urgent: 0, normal: 0, patient: 0 }, running: 0 });
  });

  test("a party that has a turn leaves the lane's own to those that have none", async () => {
    const queue = queueOf({ ownTurns: 2, waiting: 100 });
    const urgent = (party: string) => queue.enterNow({ lane: "urgent", party });
    const [own, shared] = [urgent("a"), urgent("a")];
    expect([own?.own, shared?.own, urgent("a")]).toEqual([true, false, null]);
    const more = queue.enter({ lane: "urgent", party: "a" });
    const newcomer = urgent("b");
    expect(newcomer?.own).toBe(true);
    const late = queue.enter({ lane: "urgent", party: "c" });
    own?.end();
    expect((await late).own).toBe(true);
    shared?.end();
    expect((await more).own).toBe(false);
  });

  test("the party with the fewest turns is served next, and none holds more than it may", async () => {
    const queue = new FairQueue({
      lanes: [{ name: "only", waiting: 100, turnsPerParty: 2 }],
      turns: 3,
      whenFull: () => new Error("full"),
    });
    const enter = (party: string) => queue.enter({ lane: "only" as const, party });
    const [first] = [await enter("a"), await enter("a"), await enter("b")];
    const order: string[] = [];
    for (const party of ["a", "b", "c", "a"])
      void enter(party).then((turn) => {
        order.push(party);
        if (party !== "a") turn.end();
      });
    first?.end();
    await settled();
    expect(order).toEqual(["c", "a"]);
    expect(queue.snapshot()).toEqual({ waiting: { only: 2 }, running: 3 });
  });

  test("where its lane says so, a long task steps aside for a party without a turn, as many as may", async () => {
    const queue = new FairQueue({
      lanes: [{ name: "calls", waiting: 100, aside: 1 }],
      turns: 1,
      whenFull: () => new Error("full"),
    });
    const enter = (party: string) => queue.enter({ lane: "calls" as const, party });
    const order: string[] = [];
    const work = async (party: string, blocks: number) => {
      const turn = await enter(party);
      for (let block = 0; block < blocks; block += 1) {
        order.push(party);
        await settled();
        await turn.pass();
      }
      turn.end();
    };
    await Promise.all([work("a", 4), work("a", 1), work("b", 2), work("c", 1)]);
    // While one of them stands aside nobody else does: c waits until b is done.
    expect(order.join("")).toBe("abbcaaaa");
    expect(queue.snapshot()).toEqual({ waiting: { calls: 0 }, running: 0 });
  });

  test("enterNow gives a turn only when one is free, and a turn ends once", async () => {
    const queue = queueOf();
    const first = queue.enterNow({ lane: "normal", party: "a" });
    expect(first).not.toBeNull();
    expect(queue.enterNow({ lane: "urgent", party: "b" })).toBeNull();
    first?.end();
    first?.end();
    expect(queue.snapshot().running).toBe(0);
  });

  test("whatever happens, turns are bounded, none is lost and none is given twice", async () => {
    const action = fc.record({
      lane: fc.constantFrom<Lane>("urgent", "normal", "patient"),
      party: fc.constantFrom("a", "b", "c"),
      what: fc.constantFrom("enter", "enter", "enter", "end", "pass", "abort"),
      pick: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 2 }),
        fc.array(action, { maxLength: 60 }),
        async (turns, ownTurns, actions) => {
          const queue = queueOf({ turns, waiting: 1000, ownTurns });
          const held: Turn[] = [];
          const aborts: AbortController[] = [];
          const everything: Promise<unknown>[] = [];
          for (const { lane, party, what, pick } of actions) {
            if (what === "enter") {
              const abort = new AbortController();
              aborts.push(abort);
              everything.push(
                queue.enter({ lane, party, signal: abort.signal }).then(
                  (turn) => held.push(turn),
                  () => {},
                ),
              );
            } else if (what === "abort") aborts[pick % (aborts.length || 1)]?.abort();
            else if (what === "end" && held.length > 0) held.splice(pick % held.length, 1)[0]?.end();
            else if (what === "pass" && held.length > 0) {
              const [turn] = held.splice(pick % held.length, 1);
              if (turn)
                everything.push(
                  turn.pass().then(
                    () => held.push(turn),
                    () => {},
                  ),
                );
            }
            await settled();
            expect(held.length).toBe(queue.snapshot().running);
            expect(held.length).toBeLessThanOrEqual(turns + ownTurns);
            const { waiting } = queue.snapshot();
            const waitingNow = waiting.urgent + waiting.normal + waiting.patient;
            if (waitingNow > 0) expect(held.length).toBeGreaterThanOrEqual(turns);
            // A turn that is free although somebody waits is the lane's own, and a newcomer's.
            const newcomer = waiting.urgent > 0 ? queue.enterNow({ lane: "urgent", party: "new" }) : null;
            if (waiting.urgent > 0 && !newcomer) expect(held.length).toBe(turns + ownTurns);
            newcomer?.end();
          }
          for (const abort of aborts) abort.abort();
          for (const turn of held) turn.end();
          await Promise.all(everything);
          expect(queue.snapshot()).toEqual({ waiting: { urgent: 0, normal: 0, patient: 0 }, running: 0 });
        },
      ),
      { numRuns: 60 },
    );
  });
});
