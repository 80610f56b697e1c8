/** A server with a certificate of its own, and a recognizer that is scripted. */
import { steerConnections } from "../../native/connection-steering.ts";
import { createApp } from "../../src/app.ts";
import { listen } from "../../src/http/listener/listener.ts";
import { readServerCertificate } from "../../src/http/listener/server-certificate.ts";
import { testAuthority, writePair } from "../support/certificates.ts";
import { temporaryFolder } from "../support/database.ts";
import { ScriptedLive } from "../support/live.ts";
import { startServer, type TestServer } from "../support/server.ts";

export interface SecureServer {
  server: TestServer;
  live: ScriptedLive;
  /** Without a slash at the end: `https://localhost:PORT`. */
  url: string;
  /** File of the authority's certificate, and the certificate. */
  authorityFile: string;
  authority: string;
  /** Shows another certificate from now on. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export async function startSecureServer(): Promise<SecureServer> {
  const folder = temporaryFolder();
  const authority = await testAuthority();
  const write = async () => writePair(folder.path, await authority.issue());
  const files = await write();
  const issue = async () => readServerCertificate(await write());
  const listener = listen(
    { host: "127.0.0.1", port: 0 },
    { certificate: readServerCertificate(files), steer: steerConnections },
  );
  const url = `https://localhost:${listener.port}`;
  const live = new ScriptedLive();
  const server = await startServer({
    overrides: { live },
    publicUrl: url,
    environment: { TIRO_SERVER_TLS_CERTIFICATE: files.certificate, TIRO_SERVER_TLS_KEY: files.key },
  });
  const app = createApp(server.context);
  listener.serve({
    fetch: (request) => app.fetch(request),
    set server(own: typeof app.server) {
      app.server = own;
    },
  });
  const authorityFile = `${folder.path}/authority.crt`;
  await Bun.write(authorityFile, authority.certificate);
  return {
    server,
    live,
    url,
    authorityFile,
    authority: authority.certificate,
    renew: async () => listener.renew(await issue()),
    close: async () => {
      await server.close();
      await listener.kill();
      folder[Symbol.dispose]();
    },
  };
}
