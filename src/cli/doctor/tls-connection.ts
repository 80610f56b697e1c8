/** The TLS connection of a server, before any request, for the doctor's eyes: nothing is trusted, nothing is sent. */
import { connect } from "node:tls";
import { limits } from "../../config/limits.ts";

export interface TlsGreeting {
  /** SHA-256 of its certificate, as `X509Certificate` writes it. */
  fingerprint: string;
  /** Whether it hung up on a client without a certificate. */
  asksForCertificate: boolean;
}

/** Null if no handshake is done in time. */
export function greetTls(url: string): Promise<TlsGreeting | null> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<TlsGreeting | null>();
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false });
  let fingerprint: string | null = null;
  const end = (asksForCertificate: boolean) => {
    clearTimeout(deadline);
    clearTimeout(patience);
    socket.destroy();
    resolve(fingerprint === null ? null : { fingerprint, asksForCertificate });
  };
  const deadline = setTimeout(() => end(false), limits.doctorHandshakeMs);
  let patience: ReturnType<typeof setTimeout> | undefined;
  socket.on("secureConnect", () => {
    fingerprint = socket.getPeerCertificate().fingerprint256;
    patience = setTimeout(() => end(false), limits.doctorHangUpMs);
  });
  socket.on("error", () => end(true));
  socket.on("close", () => end(true));
  return promise;
}
