/**
 * How long a recording takes when people come by chance. The server is a flow-equivalent one (Chandy, Herzog and Woo,
 * "Parametric analysis of queuing networks", 1975; Lazowska et al., "Quantitative System Performance", 1984, chapter 8):
 * whatever happens inside is summed up in how fast it works on n recordings at once, which is measured. Those are
 * served together, all others wait in line; people arrive independently of each other (Poisson). Percentiles have no
 * closed form, so the queue is simulated.
 */
import { seeded } from "../../lib/seeded.ts";

/** The measurements with so many clients, each of which sends its next recording when the last one is answered. */
export interface Level {
  clients: number;
  meanSeconds: number;
}

export interface MeasuredServer {
  /** The time of single recordings with nobody else there; those to come are drawn from them. */
  aloneSeconds: readonly number[];
  /** Ascending, from one client on. */
  levels: readonly Level[];
}

const ARRIVALS = 20_000;
const SEED = 1;

/** Recordings a second while there is a line: with the most clients, even where fewer got more out of the machine. */
export function capacityOf({ levels }: MeasuredServer): number {
  const last = levels.at(-1);
  return last === undefined ? 0 : last.clients / last.meanSeconds;
}

interface Arrived {
  atSeconds: number;
  /** Of work alone. */
  leftSeconds: number;
}

/** Times from arrival to answer; null if more arrives than can be served. */
export function simulate(server: MeasuredServer, arrivalsPerSecond: number): number[] | null {
  if (arrivalsPerSecond >= capacityOf(server)) return null;
  const random = seeded(SEED);
  const speedOf = speeds(server);
  const mostAtOnce = speedOf.length - 1;
  const served: Arrived[] = [];
  const line: Arrived[] = [];
  const took: number[] = [];
  let now = 0;
  let nextArrival = 0;
  for (let arrived = 0; took.length < ARRIVALS; ) {
    const speed = speedOf[served.length] ?? 0;
    const shortest = served.reduce((least, { leftSeconds }) => Math.min(least, leftSeconds), Infinity);
    const untilDone = shortest / speed;
    const arrives = arrived < ARRIVALS && nextArrival - now <= untilDone;
    const elapsed = arrives ? nextArrival - now : untilDone;
    now += elapsed;
    for (const one of served) one.leftSeconds -= elapsed * speed;
    if (arrives) {
      const drawn = server.aloneSeconds[Math.floor(random() * server.aloneSeconds.length)] ?? 0;
      line.push({ atSeconds: now, leftSeconds: drawn });
      arrived += 1;
      nextArrival = now - Math.log(1 - random()) / arrivalsPerSecond;
    } else {
      const done = served.findIndex(({ leftSeconds }) => leftSeconds <= shortest - elapsed * speed + 1e-12);
      for (const { atSeconds } of served.splice(done, 1)) took.push(now - atSeconds);
    }
    while (served.length < mostAtOnce && line.length > 0) served.push(...line.splice(0, 1));
  }
  return took;
}

/** The speed of each of n, as a part of its speed alone, by n; straight lines between what was measured. */
function speeds({ levels }: MeasuredServer): number[] {
  const alone = levels[0]?.meanSeconds ?? 0;
  const result = [0];
  for (const [index, { clients, meanSeconds }] of levels.entries()) {
    const before = levels[index - 1] ?? { clients: 0, meanSeconds };
    for (let n = before.clients + 1; n <= clients; n += 1) {
      const part = (n - before.clients) / (clients - before.clients);
      result[n] = alone / (before.meanSeconds + part * (meanSeconds - before.meanSeconds));
    }
  }
  return result;
}
