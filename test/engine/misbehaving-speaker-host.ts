/**
 * A speaker host that does wrong on purpose: `bun misbehaving-speaker-host.ts MODE STATE`. STATE is a file that counts
 * its starts, for those that do better the second time. As far as MODE leaves it be, it settles every ten seconds of
 * audio with one stretch of one speaker.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { type FrameSocket, HOST_SOCKET_FD, openFrameSocket } from "../../src/engine/frame-socket.ts";
import { decodeJson, encodeFrame, encodeJson, FRAME } from "../../src/engine/protocol.ts";
import { speakerOpenSchema } from "../../src/engine/speakers/speaker-protocol.ts";

const [mode = "", stateFile = ""] = process.argv.slice(2);
appendFileSync(stateFile, `${process.pid}\n`);
const starts = readFileSync(stateFile, "utf8").trim().split("\n").length;
const RATE = 16_000;
const WINDOW = 10 * RATE;

const isLoading = mode.endsWith("at load");

/** Called before each window is settled; false: it never is. */
const onWindow: Record<string, (window: number) => boolean> = {
  "crash in the middle": (window) => {
    if (window === 2 && starts === 1) process.kill(process.pid, "SIGSEGV");
    return true;
  },
  "crash on the same window": (window) => {
    if (window === 2) process.exit(9);
    return true;
  },
  stall: (window) => window < 2 || starts > 1,
  "a parent's frame": (window) => {
    if (window === 2 && starts === 1) socket.send(encodeFrame(FRAME.abort, 1));
    return true;
  },
  "wrong shape": (window) => {
    if (window === 2 && starts === 1) socket.send(encodeJson(FRAME.settled, 1, { untilSample: -1 }));
    return true;
  },
  "too much memory": (window) => {
    if (window === 2 && starts === 1) beat(2 ** 40);
    return true;
  },
};

let [start, received, settled, ended] = [0, 0, 0, false];

const socket: FrameSocket = await openFrameSocket(HOST_SOCKET_FD, {
  onFrame: ({ type, payload }) => {
    if (type === FRAME.open) {
      start = decodeJson(speakerOpenSchema, payload).startSample;
      [received, settled] = [start, start];
    }
    if (type === FRAME.audio) received += payload.byteLength / 2;
    if (type === FRAME.end) ended = true;
    if (!isLoading) settle();
  },
  onClose: () => process.exit(0),
});

if (mode === "crash at load") {
  console.error("the network is broken");
  process.exit(134);
}
if (!isLoading) socket.send(encodeJson(FRAME.ready, 0, { pid: process.pid, rssBytes: 1, loadMs: 1 }));
if (!isLoading && mode !== "stall") setInterval(() => beat(1), 50);

function beat(rssBytes: number): void {
  socket.send(encodeJson(FRAME.beat, 0, { workDone: 1, idle: true, rssBytes }));
}

function settle(): void {
  while (settled + WINDOW <= received || (ended && settled < received)) {
    const until = Math.min(settled + WINDOW, received);
    if (onWindow[mode]?.(settled / WINDOW) === false) return;
    const [startSeconds, endSeconds] = [settled / RATE, until / RATE];
    socket.send(
      encodeJson(FRAME.settled, 1, {
        untilSample: until,
        stretches: [
          {
            startSeconds,
            endSeconds,
            voices: [{ startSeconds, endSeconds, embedding: [1, 0], heardSeconds: 10 }],
          },
        ],
      }),
    );
    settled = until;
  }
  if (ended) socket.send(encodeFrame(FRAME.done, 1));
}
