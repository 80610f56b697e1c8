/**
 * Files of any size, sent so that they continue where they stopped (tus 1.0): after a cut network, a closed page, or a server
 * that started again. The library comes with the page: browsers keep the failure of an import, and a file may be chosen offline.
 */
import { Upload } from "tus-js-client/lib.esm/browser/index.js";
import { type ApiFault, faultOf, unreachable } from "./fault.ts";
import { ownHeaders } from "./session.ts";
import { responseOf, SilenceWatch } from "./upload.ts";

export interface ResumableUpload {
  file: File;
  /** Without it a recording. */
  purpose?: "model_pack";
  /** Of what was sent before; null if nothing was. */
  address: string | null;
  /** From now on it can continue from there. */
  onAddress: (address: string) => void;
  /** The policies that the page showed when the person sent it. */
  policyRevision: string;
  signal: AbortSignal;
  onProgress: (sentBytes: number, bytesPerSecond: number) => void;
  /** Nothing got through for a while; it may still continue. */
  onSilence: () => void;
}

const ROUTE = "/v1/uploads";
/** Below what proxies let through in one request, where they are set up as the manual says. */
const CHUNK_BYTES = 8 * 1024 * 1024;

/** The server has not noticed yet that the connection before this one was cut. */
const LOCKED = 423;

/** @returns the id by which the server has it. @throws ApiFault. */
export async function sendResumably(upload: ResumableUpload): Promise<string> {
  const { file, purpose, address, onAddress, policyRevision, signal, onProgress, onSilence } = upload;
  return new Promise((resolve, reject) => {
    const watch = new SilenceWatch(onSilence, () => fail(unreachable()));
    let from: { bytes: number; at: number } | null = null;
    const sending = new Upload(file, {
      endpoint: ROUTE,
      ...(address !== null && { uploadUrl: address }),
      metadata: { filename: file.name, filetype: file.type, ...(purpose && { purpose }) },
      chunkSize: CHUNK_BYTES,
      uploadDataDuringCreation: true,
      storeFingerprintForResuming: false,
      // Whether and when it is tried again is decided where its state is shown.
      retryDelays: null,
      onBeforeRequest: (request) => {
        watch.listen();
        for (const [name, value] of Object.entries(ownHeaders(request.getMethod(), policyRevision)))
          request.setHeader(name, value);
      },
      onUploadUrlAvailable: () => {
        if (sending.url) onAddress(new URL(sending.url, location.origin).pathname);
      },
      onProgress: (sent) => {
        watch.listen();
        from ??= { bytes: sent, at: performance.now() };
        const seconds = (performance.now() - from.at) / 1000;
        onProgress(sent, seconds > 0 ? (sent - from.bytes) / seconds : 0);
      },
      onSuccess: () => {
        watch.end();
        resolve(sending.url?.split("/").at(-1) ?? "");
      },
      onError: (error) => {
        watch.end();
        void faultOfUpload(error).then(reject);
      },
    });
    const fail = (fault: ApiFault) => {
      watch.end();
      void sending.abort();
      reject(fault);
    };
    if (signal.aborted) return fail(unreachable());
    signal.addEventListener("abort", () => fail(unreachable()), { once: true });
    sending.start();
  });
}

interface Refused {
  originalResponse?: {
    getStatus(): number;
    getHeader(name: string): string | undefined;
    getBody(): string;
  } | null;
}

async function faultOfUpload(error: Error): Promise<ApiFault> {
  const { originalResponse: answer } = error as Refused;
  if (!answer || answer.getStatus() === 0 || answer.getStatus() === LOCKED) return unreachable();
  return faultOf(responseOf(answer.getStatus(), answer.getBody(), (name) => answer.getHeader(name)));
}
