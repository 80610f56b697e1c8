/** Callers of an https server at the level of connections, which distinguish a refused one from a call that broke. */
import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";

export interface LoadReport {
  /** New connections, and of those the ones that ended before the handshake was done. */
  connections: number;
  refused: number;
  /** Calls that got their whole answer, and what those got that were sent and did not. */
  answered: number;
  broken: string[];
}

export interface LoadOptions {
  port: number;
  ca: string;
  callers: { quick: number; kept: number; slow: number };
  /** A call that is sent in pieces, each some time after the other. */
  slowCall: { head: string; pieces: Uint8Array[]; pauseMs: number };
}

export interface Load {
  /** Lets the calls under way end, and reports what became of all. */
  stop(): Promise<LoadReport>;
}

const QUICK = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n";
const PAUSE_MS = 3;
const SHOWN_CHARS = 200;

/** Callers that open a connection for each call, that keep theirs, and that take their time. */
export function startLoad({ port, ca, callers, slowCall }: LoadOptions): Load {
  const report: LoadReport = { connections: 0, refused: 0, answered: 0, broken: [] };
  let isOver = false;

  const opened = async (): Promise<TLSSocket | null> => {
    report.connections++;
    const socket = connect({ host: "127.0.0.1", port, ca });
    try {
      await once(socket, "secureConnect");
      socket.on("error", () => {});
      return socket;
    } catch {
      report.refused++;
      return null;
    }
  };
  /** Whether it was answered, and another one may follow. */
  const call = async (kind: string, socket: TLSSocket, send: () => Promise<void>): Promise<boolean> => {
    const answer = answerOf(socket);
    await send();
    const text = await answer;
    const isAnswered = /^HTTP\/1\.1 200 /.test(text);
    if (isAnswered) report.answered++;
    else report.broken.push(`${kind}: ${text.slice(0, SHOWN_CHARS) || "no answer"}`);
    return isAnswered && !/^connection: close\r$/im.test(text);
  };
  const workers = {
    quick: async () => {
      const socket = await opened();
      if (socket === null) return;
      await call("quick", socket, async () => void socket.write(`${QUICK}Connection: close\r\n\r\n`));
      socket.destroy();
      await Bun.sleep(PAUSE_MS);
    },
    kept: async () => {
      const socket = await opened();
      if (socket === null) return;
      let isClosed = false;
      for (const event of ["end", "close"]) socket.once(event, () => (isClosed = true));
      while (!isClosed && !isOver) {
        if (!(await call("kept", socket, async () => void socket.write(`${QUICK}\r\n`)))) break;
        await Bun.sleep(PAUSE_MS);
      }
      socket.destroy();
    },
    slow: async () => {
      const socket = await opened();
      if (socket === null) return;
      await call("slow", socket, async () => {
        socket.write(slowCall.head);
        for (const piece of slowCall.pieces) {
          await Bun.sleep(slowCall.pauseMs);
          socket.write(piece);
        }
      });
      socket.destroy();
    },
  };
  const running = Object.entries(callers).flatMap(([kind, count]) =>
    Array.from({ length: count }, async () => {
      while (!isOver) await workers[kind as keyof typeof workers]();
    }),
  );
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
      return report;
    },
  };
}

/** The next answer, whole by its Content-Length; as far as it came where the connection ends before. */
function answerOf(socket: TLSSocket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  const end = () => {
    socket.off("data", take);
    socket.off("close", end);
    resolve(text);
  };
  const take = (block: Buffer) => {
    text += block.toString("latin1");
    const [head = "", body = ""] = text.split("\r\n\r\n", 2);
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (text.includes("\r\n\r\n") && body.length >= Number(length ?? Number.POSITIVE_INFINITY)) end();
  };
  socket.on("data", take);
  socket.on("close", end);
  return promise;
}
