/** A syslog server that takes frames apart by their lengths (RFC 6587 §3.4.1), plain or over TLS. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface SyslogServer {
  port: number;
  messages: string[];
  /** Resolves when so many messages have come. */
  received(count: number): Promise<string[]>;
  stop(): void;
}

interface Certificate {
  authorityFile: string;
  key: string;
  cert: string;
}

export function startSyslogServer(port = 0, tls?: Pick<Certificate, "key" | "cert">): SyslogServer {
  const messages: string[] = [];
  const server = Bun.listen<{ rest: string }>({
    hostname: "127.0.0.1",
    port,
    ...(tls && { tls }),
    socket: {
      open: (socket) => {
        socket.data = { rest: "" };
      },
      data: (socket, bytes) => {
        socket.data.rest = takeFrames(socket.data.rest + bytes.toString("latin1"), messages);
      },
    },
  });
  return {
    port: server.port,
    messages,
    received: async (count) => {
      while (messages.length < count) await Bun.sleep(10);
      return messages;
    },
    stop: () => server.stop(true),
  };
}

function takeFrames(text: string, into: string[]): string {
  for (let rest = text; ; ) {
    const [head, length] = /^(\d+) /.exec(rest) ?? [];
    if (head === undefined || rest.length < head.length + Number(length)) return rest;
    into.push(rest.slice(head.length, head.length + Number(length)));
    rest = rest.slice(head.length + Number(length));
  }
}

export const hasOpenssl = Bun.which("openssl") !== null;

/** An authority, and a certificate of it for `localhost`. */
export function certificateIn(folder: string): Certificate {
  const openssl = (...args: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync(["openssl", ...args], { cwd: folder, stderr: "pipe" });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=authority",
    "-days",
    "2",
  );
  const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  openssl(
    "req",
    "-x509",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    ...key,
    "-keyout",
    "key.pem",
    "-out",
    "cert.pem",
    ...name,
    "-days",
    "2",
  );
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  return { authorityFile: join(folder, "ca.pem"), key: read("key.pem"), cert: read("cert.pem") };
}
