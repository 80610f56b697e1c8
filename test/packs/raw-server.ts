/** An HTTP server whose every answer a test writes itself, byte by byte: honest servers do not lie about lengths. */
import { createServer, type Socket } from "node:net";

export interface RawRequest {
  path: string;
  headers: Record<string, string>;
  /** Position from which the file is asked for. */
  from: number;
}

export type Answer = (request: RawRequest, socket: Socket) => void | Promise<void>;

export interface RawServer {
  url: string;
  requests: RawRequest[];
  close(): void;
}

export async function rawServer(answer: Answer): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let text = "";
    socket.on("data", (part) => {
      text += part.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      const request = parse(text);
      text = "";
      requests.push(request);
      void answer(request, socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function parse(text: string): RawRequest {
  const [first = "", ...lines] = text.split("\r\n");
  const headers = Object.fromEntries(
    lines
      .filter((line) => line.includes(":"))
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
  );
  return {
    path: first.split(" ")[1] ?? "",
    headers,
    from: Number(/bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0),
  };
}

export interface Honest {
  content: Uint8Array;
  etag?: string;
  ranges?: boolean;
  /** Bytes after which the connection is cut. */
  cutAfter?: number;
}

/** As a server should, but for a cut. */
export function honest(
  request: RawRequest,
  socket: Socket,
  { content, etag = '"one"', ranges = true, cutAfter }: Honest,
): void {
  const same = request.headers["if-range"] === undefined || request.headers["if-range"] === etag;
  const from = ranges && same ? request.from : 0;
  const body = content.subarray(from);
  const partial = from > 0;
  const head = [
    `HTTP/1.1 ${partial ? "206 Partial Content" : "200 OK"}`,
    `content-length: ${body.length}`,
    `etag: ${etag}`,
    ...(partial ? [`content-range: bytes ${from}-${content.length - 1}/${content.length}`] : []),
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body.subarray(0, cutAfter));
  if (cutAfter !== undefined && cutAfter < body.length) setTimeout(() => socket.destroy(), 20);
  else socket.end();
}
