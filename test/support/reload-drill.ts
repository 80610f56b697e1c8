/** `tiro serve` gets one certificate after the other while people call it. */
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { testAuthority, writePair } from "./certificates.ts";
import { temporaryFolder } from "./database.ts";
import { PATIENCE_MS } from "./eventually.ts";
import { type LoadReport, startLoad } from "./https-load.ts";
import { CONTENT_TYPE, multipart } from "./multipart.ts";
import { startServerProcess } from "./server-process.ts";

const RECORDING = join(import.meta.dir, "../../models/starter-en/check.wav");
const CALLERS = { quick: 6, kept: 4, slow: 3 };
/** Some certificates come and go while it is sent. */
const UPLOAD = { pieces: 10, pauseMs: 60 };
const PAUSE_MS = 100;

/** @throws if a certificate is not taken up. */
export async function reloadDrill(reloads: number): Promise<LoadReport> {
  using folder = temporaryFolder();
  const authority = await testAuthority();
  const files = writePair(folder.path, await authority.issue());
  const server = await startServerProcess({
    dataDir: join(folder.path, "data"),
    settings: {
      TIRO_SERVER_TLS_CERTIFICATE: files.certificate,
      TIRO_SERVER_TLS_KEY: files.key,
      TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
      TIRO_LOG_LEVEL: "warn",
    },
  });
  try {
    const port = Number(new URL(server.url).port);
    const ca = authority.certificate;
    await healthy(port, ca);
    const load = startLoad({ port, ca, callers: CALLERS, slowCall: upload(server.key ?? "") });
    for (let count = 0; count < reloads; count++) {
      const pair = await authority.issue();
      writePair(folder.path, pair);
      process.kill(server.pid, "SIGHUP");
      await shown(port, ca, new X509Certificate(pair.certificate).fingerprint256);
      await Bun.sleep(PAUSE_MS);
    }
    return await load.stop();
  } finally {
    await server.stop();
  }
}

/** A multipart body that arrives in pieces, and is recognized. */
function upload(key: string) {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]);
  const head = [
    "POST /v1/audio/transcriptions HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: Bearer ${key}`,
    `Content-Type: ${CONTENT_TYPE}`,
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  const bytes = Math.ceil(body.length / UPLOAD.pieces);
  const pieces = Array.from({ length: UPLOAD.pieces }, (_, i) => body.subarray(i * bytes, (i + 1) * bytes));
  return { head: `${head.join("\r\n")}\r\n\r\n`, pieces, pauseMs: UPLOAD.pauseMs };
}

async function healthy(port: number, ca: string): Promise<void> {
  await until("health", async () => (await fetch(`https://127.0.0.1:${port}/health`, { tls: { ca } })).ok);
}

async function shown(port: number, ca: string, fingerprint: string): Promise<void> {
  await until("the new certificate", async () => {
    const socket = connect({ host: "127.0.0.1", port, ca });
    await once(socket, "secureConnect");
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256 === fingerprint;
  });
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${PATIENCE_MS} ms`);
    await Bun.sleep(10);
  }
}
