/** A mirror on loopback that sends a part of a file, and then nothing more: a fetch from it stays in the middle. */
import { MIB } from "../../src/lib/units.ts";

const FILE_BYTES = 400 * MIB;
const BLOCK = Buffer.alloc(64 * 1024, "a part of a model. ");

export interface StallingMirror {
  url: string;
  /** Where the fetches began: those after the first continue with what is there. */
  begins: number[];
  stop(): Promise<void>;
}

/** @param random from 0 to 1: how much each fetch gets, of two megabytes. */
export function stallingMirror(random: () => number): StallingMirror {
  const begins: number[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: ({ headers }) => {
      const [, from = ""] = /^bytes=(\d+)-/.exec(headers.get("range") ?? "") ?? [];
      const begin = Number(from);
      begins.push(begin);
      const blocks = 1 + Math.floor(random() * 31);
      const body = new ReadableStream<Uint8Array>({
        start: (to) => {
          for (let block = 0; block < blocks; block++) to.enqueue(BLOCK);
        },
      });
      const range = `bytes ${begin}-${FILE_BYTES - 1}/${FILE_BYTES}`;
      return new Response(body, {
        status: from === "" ? 200 : 206,
        headers: {
          ETag: '"one"',
          "Content-Length": String(FILE_BYTES - begin),
          ...(from !== "" && { "Content-Range": range }),
        },
      });
    },
  });
  return { url: `http://127.0.0.1:${server.port}/`, begins, stop: () => server.stop(true) };
}
