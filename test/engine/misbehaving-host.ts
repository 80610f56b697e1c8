/**
 * An engine host that does wrong on purpose: `bun misbehaving-host.ts MODE STATE`. STATE is a file that counts
 * its starts, for those that do better the second time. As far as MODE leaves it be, it "recognizes" one word a
 * second of audio, the second's number.
 */
import { appendFileSync, closeSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FrameSocket, HOST_SOCKET_FD, openFrameSocket } from "../../src/engine/frame-socket.ts";
import type { LiveMessage } from "../../src/engine/live-protocol.ts";
import {
  decodeJson,
  encodeFrame,
  encodeJson,
  FRAME,
  type Frame,
  type HostInit,
  initSchema,
  openSchema,
} from "../../src/engine/protocol.ts";

const [mode = "", stateFile = ""] = process.argv.slice(2);
appendFileSync(stateFile, `${process.pid}\n`);
// By its place: another may have written its line meanwhile.
const starts = readFileSync(stateFile, "utf8").trim().split("\n").indexOf(String(process.pid)) + 1;
const RATE = 16_000;

let socket: FrameSocket;
const streams = new Map<number, Stream>();
let secondsHeard = 0;

interface Stream {
  started: number;
  received: number;
  settled: number;
  /** Of a live one: its utterance, and the commits that it is to end with. */
  live: { utterance: number; hasWords: boolean; commits: number; done: number } | null;
}

const hoard: Buffer[] = [];

const onStart: Record<string, (init: HostInit) => void | Promise<void>> = {
  "crash at load": () => {
    console.error(`${"x".repeat(20_000)}\nthe model is broken`);
    process.exit(134);
  },
  "crash at the first load": () => {
    if (starts === 1) process.abort();
    ready();
  },
  "hang at load": () => {},
  "closes its socket at load": () => {
    setInterval(() => {}, 1_000);
    closeSync(HOST_SOCKET_FD);
  },
  "out of memory at the first three loads": () => (starts <= 3 ? runOutOfMemory() : ready()),
  "out of memory for more than two": () => (starts > 2 ? runOutOfMemory() : ready()),
  "slow start": async () => {
    for (let i = 0; i < 8; i++) {
      socket.send(encodeJson(FRAME.loading, 0, { stage: "reading", doneBytes: i * 1000 }));
      await Bun.sleep(300);
    }
    ready();
  },
  "same progress over and over": () => {
    setInterval(() => socket.send(encodeJson(FRAME.loading, 0, { stage: "reading", doneBytes: 7 })), 50);
  },
  "on the cpu": () => {
    console.error("Available providers: CPUExecutionProvider. Fallback to cpu!");
    setTimeout(ready, 100);
  },
  "too big at rest": () => ready(2 ** 40),
};

/** Called with every second of audio that a stream brings; true: settle it as a good host would. */
const onSecond: Record<string, (stream: number, second: number) => boolean> = {
  "crash in the middle": (_stream, second) => {
    if (second === 5 && starts === 1) process.kill(process.pid, "SIGSEGV");
    return true;
  },
  "crash after every other second": () => {
    if (++secondsHeard === 3) process.exit(9);
    return true;
  },
  "crash on the same second": (_stream, second) => {
    if (second === 5) process.exit(9);
    return true;
  },
  stall: (_stream, second) => second < 5 || starts > 1,
  "stall with beats": (_stream, second) => {
    if (starts > 1 || second < 5) return true;
    setInterval(() => socket.send(encodeJson(FRAME.beat, 0, { workDone: 5, idle: false, rssBytes: 1 })), 50);
    return false;
  },
  garbage: (_stream, second) => {
    if (second === 5 && starts === 1) writeSync(HOST_SOCKET_FD, Buffer.alloc(1000, 0xa5));
    return true;
  },
  "oversize frame": (_stream, second) => {
    const header = encodeFrame(FRAME.settled, 1);
    header.writeUInt32LE(0x7fff_ffff, 0);
    if (second === 5 && starts === 1) socket.send(header);
    return true;
  },
  "wrong shape": (stream, second) => {
    if (second === 5 && starts === 1) socket.send(encodeJson(FRAME.settled, stream, { untilSample: -1 }));
    return true;
  },
  "a parent's frame": (stream, second) => {
    if (second === 5 && starts === 1) socket.send(encodeFrame(FRAME.abort, stream));
    return true;
  },
  "memory hog": () => {
    if (starts === 1) hoard.push(Buffer.alloc(8 * 1024 * 1024, 1));
    socket.send(encodeJson(FRAME.beat, 0, { workDone: 1, idle: true, rssBytes: process.memoryUsage.rss() }));
    return true;
  },
};

/** Some are killed while they load: `SIGKILL at loads 1 to 3`, `SIGKILL for PACK`. */
const [, signal, first, last, killedPack] =
  /^(SIG\w+) (?:at loads (\d+) to (\d+)|for (\S+))$/.exec(mode) ?? [];
if (signal) {
  onStart[mode] = ({ model }) => {
    const isKilled =
      killedPack === undefined ? Number(first) <= starts && starts <= Number(last) : model.id === killedPack;
    if (isKilled) process.kill(process.pid, signal);
    else ready();
  };
}

/** As the kernel does it: counted first. */
function runOutOfMemory(): void {
  writeFileSync(join(dirname(stateFile), "memory.events"), `oom_kill ${starts}\n`);
  process.kill(process.pid, "SIGKILL");
}

if (!onStart[mode] && !onSecond[mode]) throw new Error(`no mode ${mode}`);

function ready(rssBytes = 1_000_000): void {
  socket.send(encodeJson(FRAME.ready, 0, { pid: process.pid, rssBytes, loadMs: 1 }));
}

function start(init: HostInit): void {
  if (onStart[mode]) void onStart[mode](init);
  else ready();
}

function receive(frame: Frame): void {
  const stream = streams.get(frame.stream);
  if (frame.type === FRAME.init) start(decodeJson(initSchema, frame.payload));
  else if (frame.type === FRAME.open) {
    const { startSample, live } = decodeJson(openSchema, frame.payload);
    streams.set(frame.stream, {
      started: startSample,
      received: startSample,
      settled: startSample,
      live: live
        ? { utterance: live.utterance, hasWords: live.begun?.hasWords === true, commits: 0, done: 0 }
        : null,
    });
  } else if (frame.type === FRAME.abort) streams.delete(frame.stream);
  else if (frame.type === FRAME.audio && stream) {
    stream.received += frame.payload.byteLength / 2;
    settleSeconds(frame.stream, stream);
  } else if (frame.type === FRAME.live && stream?.live) {
    stream.live.commits++;
    if (stream.settled === stream.received) endUtterance(frame.stream, stream, stream.live);
  } else if (frame.type === FRAME.end && stream && stream.settled === stream.received) {
    socket.send(encodeFrame(FRAME.done, frame.stream));
  }
}

function settleSeconds(id: number, stream: Stream): void {
  while (stream.settled + RATE <= stream.received) {
    const second = stream.settled / RATE;
    if (!(onSecond[mode]?.(id, second) ?? true)) return;
    stream.settled += RATE;
    const word = { text: String(second), startSeconds: second, endSeconds: second + 1 };
    if (stream.live) {
      const words = [{ ...word, spaced: true }];
      const text = stream.live.hasWords ? ` ${word.text}` : word.text;
      stream.live.hasWords = true;
      tellLive(id, stream, [{ type: "words", utterance: stream.live.utterance, text, words }]);
      continue;
    }
    const piece = { language: null, ...word, words: [word] };
    socket.send(
      encodeJson(FRAME.settled, id, {
        untilSample: stream.settled,
        speechSamples: stream.settled - stream.started,
        pieces: [piece],
      }),
    );
  }
}

function endUtterance(id: number, stream: Stream, live: NonNullable<Stream["live"]>): void {
  const endSeconds = stream.settled / RATE;
  const { utterance } = live;
  live.utterance++;
  live.hasWords = false;
  live.done = live.commits;
  tellLive(id, stream, [{ type: "utterance", utterance, startSeconds: 0, endSeconds, language: null }]);
}

function tellLive(id: number, { settled, live }: Stream, events: LiveMessage[]): void {
  if (!live) return;
  const begun = live.hasWords ? { startSample: 0, stopSample: null, hasWords: true } : null;
  socket.send(
    encodeJson(FRAME.heard, id, {
      untilSample: settled,
      utterance: live.utterance,
      begun,
      keptWords: 0,
      controlsDone: live.done,
      processorMs: 0,
      speechSeconds: 0,
      events,
    }),
  );
}

socket = await openFrameSocket(HOST_SOCKET_FD, { onFrame: receive, onClose: () => process.exit(0) });
