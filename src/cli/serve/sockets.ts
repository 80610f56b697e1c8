/** The addresses at which the server is reached, and with TLS what keeps its certificate that of the files. */
import { steerConnections } from "../../../native/connection-steering.ts";
import { type ListenAddress, listenUrl, parseListen } from "../../config/listen.ts";
import type { Config } from "../../config/schema.ts";
import { CertificateWatch } from "../../http/listener/certificate-watch.ts";
import { type Application, type Listener, listen } from "../../http/listener/listener.ts";
import { redirectToHttps } from "../../http/listener/redirect.ts";
import { certificateFilesOf, readServerCertificate } from "../../http/listener/server-certificate.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";

export interface ServerSockets {
  /** Host and port of the server itself. */
  address: ListenAddress;
  /** Where this machine reaches it. */
  url: string;
  /** Where clients reach it, as far as no request says it. */
  publicUrl: string;
  /** Of the certificate; null if the server speaks plain HTTP. */
  certificateDaysLeft: () => number | null;
  serve(application: Application): void;
  /** Reads the certificate's files again. */
  reload(): Promise<void>;
  close(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Requests wait until there is an application for them.
 * @throws OperatorError `address_unavailable`, `certificate_unusable`.
 */
export async function openSockets(config: Config, logger: Logger): Promise<ServerSockets> {
  const files = certificateFilesOf(config);
  const certificate = files && readServerCertificate(files);
  const { host, port } = parseListen(config.server.listen);
  const listener = listen({ host, port }, certificate && { certificate, steer: steerConnections });
  const address = { host, port: listener.port };
  const url = listenUrl(address, certificate ? "https" : "http");
  const publicUrl = config.server.public_url ?? url;
  if (!files || !certificate) {
    const { serve, close, kill } = listener;
    const plain = { certificateDaysLeft: () => null, reload: () => Promise.resolve() };
    return { address, url, publicUrl, serve, close, kill, ...plain };
  }
  const redirect = await openRedirect(config, publicUrl, listener);
  const watch = new CertificateWatch({ files, certificate, listener, logger, clock: systemClock });
  const end = async (how: "close" | "kill") => {
    await watch.close();
    await Promise.all([listener[how](), redirect?.[how]()]);
  };
  return {
    address,
    url,
    publicUrl,
    certificateDaysLeft: () => watch.daysLeft,
    serve: (application) => {
      listener.serve(application);
      watch.start();
    },
    reload: () => watch.reload(),
    close: () => end("close"),
    kill: () => end("kill"),
  };
}

/** Null if the site wants none. If its address cannot be had, the listener would hold the process. */
async function openRedirect(config: Config, publicUrl: string, listener: Listener): Promise<Listener | null> {
  const { redirect_listen } = config.server.tls;
  if (redirect_listen === undefined) return null;
  try {
    const redirect = listen(parseListen(redirect_listen));
    redirect.serve(redirectToHttps({ publicUrl, config }));
    return redirect;
  } catch (error) {
    await listener.kill();
    throw error;
  }
}
