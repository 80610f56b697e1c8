/** Whatever the broker does with the messages, a recording is recognized completely, or fails in a way that says so. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Hosts } from "../../src/engine/hosts.ts";
import { runPunctuation } from "../../src/engine/running-punctuation.ts";
import { isKnownError } from "../../src/lib/errors.ts";
import type { Fate } from "../support/memory-bus.ts";
import { numbersTo, recognized, settle, spoken, TestCluster } from "../support/worker-cluster.ts";

const SECONDS = 40;

const fates: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Fate>("arrives") },
  { weight: 1, arbitrary: fc.constant<Fate>("is lost") },
  { weight: 2, arbitrary: fc.constant<Fate>("comes twice") },
  { weight: 2, arbitrary: fc.record({ delay: fc.integer({ min: 1, max: 30 }) }) },
);

const ACTIONS = [
  "nothing",
  "hold",
  "release",
  "api off",
  "api on",
  "worker off",
  "worker on",
  "worker dies",
] as const;
type Action = (typeof ACTIONS)[number];

function act(cluster: TestCluster, action: Action): void {
  const [first] = cluster.workers;
  if (action === "hold") cluster.bus.hold();
  if (action === "release") cluster.bus.release();
  if (action.startsWith("api")) cluster.broker.setConnected(action === "api on");
  if (action.startsWith("worker o")) first?.broker.setConnected(action === "worker on");
  if (action === "worker dies") cluster.crash(0);
}

function repair(cluster: TestCluster): void {
  cluster.bus.fateOf = () => "arrives";
  for (const action of ["release", "api on", "worker on"] as const) act(cluster, action);
}

type Work = (hosts: Hosts) => Promise<string[]>;

const TEXTS = numbersTo(40).map((number) => `text ${number}`);

/** Recordings, texts, which are not sent in one window, and live streams. */
const WORKS: { work: Work; told: string[] }[] = [
  { work: (hosts) => recognized(hosts, SECONDS), told: numbersTo(SECONDS) },
  {
    work: (hosts) => runPunctuation(hosts, TEXTS, { lane: "batch", signal: new AbortController().signal }),
    told: TEXTS.map((text) => text.toUpperCase()),
  },
  { work: (hosts) => spoken(hosts, SECONDS), told: numbersTo(SECONDS) },
];

/** Time passes until the work is done; what is broken is mended after a while. */
async function outcome(
  cluster: TestCluster,
  work: Work,
  actions: readonly Action[],
): Promise<string[] | string> {
  const result = work(cluster.hosts()).catch((fault) =>
    isKnownError(fault) ? fault.code : `untyped: ${fault}`,
  );
  for (const action of actions) {
    act(cluster, action);
    await settle();
    await cluster.tick();
  }
  repair(cluster);
  return cluster.finish(result);
}

test.each(WORKS)(
  "messages are lost, doubled, delayed and held back, connections break and workers die",
  async ({ work, told: right }) => {
    let complete = 0;
    let repaired = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fates),
        fc.array(fc.constantFrom(...ACTIONS), { maxLength: 12 }),
        async (stream, actions) => {
          await using cluster = new TestCluster(["one", "two"]);
          await cluster.ready();
          await cluster.ready("two");
          cluster.bus.fateOf = () => stream.next().value as Fate;
          const told = await outcome(cluster, work, actions);
          if (told === "engine_unavailable") return;
          complete++;
          repaired += cluster.cluster.workers().reduce((sum, { figures }) => sum + figures.lostStreams, 0);
          expect(told).toEqual(right);
        },
      ),
      { numRuns: 40, verbose: true, endOnFailure: true },
    );
    // Else it shows nothing.
    expect(complete).toBeGreaterThan(10);
    expect(repaired).toBeGreaterThan(10);
  },
);
