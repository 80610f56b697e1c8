/**
 * `bun run bench:auth`: requests per second of `GET /v1/me` with a key, everything on (log, limits, headers), against the
 * same application answering a constant: a document of its own that needs no key, with its log line and headers. That is
 * what the key, the limits and the person cost; ends with 1 if the goal is missed. An Elysia application that does
 * nothing but answer a constant is measured beside them, to show what all of tiro costs. The three take turns.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { median } from "../../src/lib/percentile.ts";
import { tell } from "./figures.ts";

const SERVER = join(import.meta.dir, "auth-server.ts");
const CONNECTIONS = 16;
const ROUNDS = 9;
const ROUND_MS = 1_000;
const WARM_UP_MS = 1_500;
const GOAL_RATIO = 0.35;
const CONSTANT_PATH = "/.well-known/oauth-protected-resource/v1";

interface Ports {
  real: number;
  constant: number;
  key: string;
  data: string;
}

interface Target {
  port: number;
  path: string;
  key: string;
}

/** Requests per second; each connection sends its next request when it has the whole answer. */
async function requestsPerSecond({ port, path, key }: Target, durationMs: number): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const begin = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => countAnswers(port, request, begin + durationMs)),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return answers / ((performance.now() - begin) / 1000);
}

/** Over a bare socket: an HTTP client would cost more than the server. */
function countAnswers(port: number, request: string, untilMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let answers = 0;
  let received = "";
  void Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write(request),
      data: (socket, chunk) => {
        received += chunk.toString("latin1");
        if (!isWhole(received)) return;
        if (!received.startsWith("HTTP/1.1 200 ")) return reject(new Error(received));
        received = "";
        answers++;
        if (performance.now() < untilMs) socket.write(request);
        else {
          socket.end();
          resolve(answers);
        }
      },
      error: (_, error) => reject(error),
    },
  }).catch(reject);
  return promise;
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const [, length = "0"] = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head)) ?? [];
  return answer.length >= head + 4 + Number(length);
}

async function main(): Promise<void> {
  const child = Bun.spawn([process.execPath, SERVER], {
    env: { PATH: process.env.PATH ?? "", TMPDIR: process.env.TMPDIR ?? "/tmp" },
    stdout: "pipe",
    stderr: "ignore",
  });
  const { value } = await child.stdout.getReader().read();
  const { real, constant, key, data } = JSON.parse(new TextDecoder().decode(value)) as Ports;
  try {
    const targets: Target[] = [
      { port: real, path: "/v1/me", key },
      { port: real, path: CONSTANT_PATH, key },
      { port: constant, path: "/v1/me", key },
    ];
    const rates: number[][] = targets.map(() => []);
    for (const target of targets) await requestsPerSecond(target, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, target] of targets.entries())
        rates[index]?.push(await requestsPerSecond(target, ROUND_MS));
    }
    const [withKey = 0, sameApplication = 0, bareElysia = 0] = rates.map(median);
    tell(`GET /v1/me with a key, median of ${ROUNDS}`, withKey, "requests/s");
    tell("a constant from the same application", sameApplication, "requests/s");
    tell("a constant from a bare Elysia", bareElysia, "requests/s");
    tell("ratio to the same application", withKey / sameApplication, "", { least: GOAL_RATIO });
    tell("ratio to a bare Elysia", withKey / bareElysia, "");
  } finally {
    child.kill();
    await child.exited;
    rmSync(data, { recursive: true, force: true });
  }
}

await main();
