/**
 * Damaged multipart bodies against a real server: `bun run fuzz:multipart [COUNT] [SEED]`. Whatever comes, the
 * answer is a result or a well-formed error of the caller's, in time, and no upload stays on disk.
 */
import fc from "fast-check";
import { errorCatalogue } from "../../src/lib/errors.ts";
import { PATIENCE_MS } from "../support/eventually.ts";
import { BOUNDARY, CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";

/** Memory may grow while caches fill, but not with the number of bodies. */
const MEMORY_GROWTH_BYTES = 64 * 1024 * 1024;

const codes = new Map(errorCatalogue().map(({ code, status }) => [code as string, status]));

/** A fifth of a second of silence, which is decoded but needs no recognition. */
function silence(): Buffer {
  const samples = Buffer.alloc(6_400);
  const head = Buffer.alloc(44);
  head.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const valid = multipart([
  { name: "model", body: "speech-v1.5" },
  { name: "response_format", body: "verbose_json" },
  { name: "file", fileName: "talk.wav", type: "audio/wav", body: silence() },
  { name: "prompt", body: "naïve café" },
]);

const TOKENS = [
  "\r\n",
  "\r\n\r\n",
  `--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  "form-data",
  'name="file"',
  '"',
  ": ",
  ";",
  "--",
];
const REPLACEMENTS = [
  ...TOKENS,
  "",
  "\n",
  "\r",
  "\0",
  "ü",
  "name*=utf-8''f%69le",
  'filename=""',
  "a".repeat(20_000),
];

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const damage = fc.oneof(
  fc.record({ kind: fc.constant("delete" as const), at: place, length: fc.integer({ min: 1, max: 400 }) }),
  fc.record({
    kind: fc.constant("insert" as const),
    at: place,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }),
  }),
  fc.record({ kind: fc.constant("repeat" as const), at: place, length: fc.integer({ min: 1, max: 2_000 }) }),
  fc.record({ kind: fc.constant("truncate" as const), at: place }),
  fc.record({
    kind: fc.constant("replace" as const),
    from: fc.constantFrom(...TOKENS),
    to: fc.constantFrom(...REPLACEMENTS),
    nth: fc.integer({ min: 0, max: 6 }),
  }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant(CONTENT_TYPE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "multipart/form-data; boundary=",
      `${CONTENT_TYPE}x`,
      'multipart/form-data; boundary="a b"',
      "text/plain",
    ),
  },
);

const request = fc.record({
  damages: fc.array(damage, { minLength: 1, maxLength: 4 }),
  contentType,
  /** Sizes of the pieces in which the body is sent, in turn. */
  pieces: fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 }),
});

type DamagedRequest = typeof request extends fc.Arbitrary<infer T> ? T : never;

function apply(body: Buffer, harm: Damage): Buffer {
  if (harm.kind === "replace") return replaceNth(body, harm.from, harm.to, harm.nth);
  const at = Math.floor(harm.at * body.length);
  if (harm.kind === "truncate") return body.subarray(0, at);
  const [before, after] = [body.subarray(0, at), body.subarray(at)];
  if (harm.kind === "insert") return Buffer.concat([before, harm.bytes, after]);
  if (harm.kind === "delete") return Buffer.concat([before, after.subarray(harm.length)]);
  return Buffer.concat([before, after.subarray(0, harm.length), after]);
}

function replaceNth(body: Buffer, from: string, to: string, nth: number): Buffer {
  let at = body.indexOf(from);
  for (let count = 0; count < nth && at >= 0; count++) at = body.indexOf(from, at + 1);
  if (at < 0) return body;
  return Buffer.concat([body.subarray(0, at), Buffer.from(to), body.subarray(at + Buffer.byteLength(from))]);
}

async function* inPieces(body: Buffer, sizes: readonly number[]) {
  for (let at = 0, turn = 0; at < body.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield body.subarray(at, at + size);
    at += size;
  }
}

async function send(server: TestServer, { damages, contentType, pieces }: DamagedRequest): Promise<number> {
  const body = damages.reduce(apply, valid);
  const answer = await server.call("/audio/transcriptions", {
    method: "POST",
    headers: { "Content-Type": contentType },
    body: inPieces(body, pieces) as never,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  assertWellFormed(answer, (await answer.json()) as Json);
  return answer.status;
}

function assertWellFormed(answer: Response, body: Json): void {
  const wrong = (what: string) => new Error(`${what}: ${answer.status} ${JSON.stringify(body)}`);
  if (!/^req_[0-9a-f]{32}$/.test(answer.headers.get("x-request-id") ?? "")) throw wrong("no request id");
  if (answer.status === 200) {
    if (typeof body.text !== "string" || body.usage?.type !== "duration") throw wrong("no result");
    return;
  }
  if (codes.get(body.error?.code) !== answer.status) throw wrong("code and status do not belong together");
  if (answer.status >= 500) throw wrong("the server failed");
  if (typeof body.error.message !== "string" || body.error.message === "") throw wrong("no message");
}

/** @returns how many bodies were answered with each status. @throws with the seed and the smallest counterexample. */
export async function fuzzMultipart(count: number, seed: number): Promise<Record<string, number>> {
  const server = await startServer({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" } });
  const statuses: Record<string, number> = {};
  try {
    await server.context.engine.ready();
    await server.context.functionalCheck.runOnce();
    const property = fc.asyncProperty(request, async (damaged) => {
      const status = await send(server, damaged);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
    const warmUp = Math.ceil(count / 10);
    await fc.assert(property, { numRuns: warmUp, seed: seed + 1 });
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    await fc.assert(property, { numRuns: count - warmUp, seed });
    await server.spoolEmpty();
    Bun.gc(true);
    const growth = process.memoryUsage.rss() - before;
    if (growth > MEMORY_GROWTH_BYTES) throw new Error(`memory grew by ${growth} bytes`);
    return statuses;
  } finally {
    await server.close();
  }
}

if (import.meta.main) {
  const [count = "2000", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
  console.log(`${count} damaged bodies, seed ${seed}`);
  console.log(await fuzzMultipart(Number(count), Number(seed)));
  process.exit(0);
}
