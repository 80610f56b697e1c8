/** The mail server: the one owner of the library that speaks SMTP, which is loaded with the first message. */
import { readFileSync } from "node:fs";
import { limits } from "../../config/limits.ts";
import type { Config, Secrets } from "../../config/schema.ts";
import { DeliveryFailure, type FailureReason } from "../failure.ts";

export interface Letter {
  /** Of the delivery: the same message has the same `Message-ID`, however often it is sent. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

export interface MailServer {
  /** Resolves when the server has taken the message over. @throws DeliveryFailure. */
  send(letter: Letter, signal: AbortSignal): Promise<void>;
  /** Connects and logs in, and sends nothing. @throws DeliveryFailure. */
  verify(): Promise<void>;
}

export function mailServerOf(
  { server, tls, ca_file, user, from }: Config["mail"] & { server: string; from: string },
  { mailPassword }: Pick<Secrets, "mailPassword">,
): MailServer {
  const { protocol, hostname, port } = new URL(server);
  const host = hostname.replace(/^\[|\]$/g, "");
  const open = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      host,
      port: Number(port),
      secure: protocol === "smtps:",
      ...(tls === "required" ? { requireTLS: true } : { ignoreTLS: true }),
      tls: { minVersion: "TLSv1.2", ...(ca_file !== undefined && { ca: readFileSync(ca_file) }) },
      ...(user !== undefined && { auth: { user, pass: mailPassword ?? "" } }),
      connectionTimeout: limits.smtpStepMs,
      greetingTimeout: limits.smtpStepMs,
      socketTimeout: limits.smtpStepMs,
      dnsTimeout: limits.smtpStepMs,
      socketCloseTimeout: 0,
      maxResponseSize: limits.smtpAnswerBytes,
      // A text never names a file or an address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    send: async ({ id, to, subject, text }, signal) => {
      const transport = await open();
      const message = {
        from: { name: "tiro", address: from },
        to: { name: "", address: to },
        envelope: { from, to: [to] },
        messageId: `<${id}@${from.slice(from.indexOf("@") + 1)}>`,
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        subject,
        text,
      };
      await failing(inTime(transport.sendMail(message), () => transport.close(), signal));
    },
    verify: async () => {
      const transport = await open();
      const signal = AbortSignal.timeout(limits.deliveryAttemptMs);
      await failing(inTime(transport.verify(), () => transport.close(), signal));
    },
  };
}

/** A server that answers a little at a time never lets a single step end; all of them together do. */
function inTime<T>(work: Promise<T>, close: () => void, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => {
    close();
    reject(new DeliveryFailure("late", "it took too long"));
  };
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  // Nobody waits for its failure after it was given up on.
  work.catch(() => {});
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", end));
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  permanent?: boolean;
  command?: string;
}

async function failing(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DeliveryFailure) throw error;
    throw failureOf(error as SmtpError);
  }
}

/** Only an answer to the recipient or to the message is about this message alone. */
function failureOf(error: SmtpError): DeliveryFailure {
  const { code = "", responseCode, command = "" } = error;
  const isOfMessage = code === "EENVELOPE" || code === "EMESSAGE";
  const isRefused = isOfMessage && responseCode !== undefined && responseCode >= 500;
  const reason = isRefused ? "refused" : reasonOf(error, isOfMessage);
  const said = error.message.replace(/\s+/g, " ").slice(0, limits.mailValueChars);
  return new DeliveryFailure(reason, command === "" ? said : `${command}: ${said}`, {
    isFinal: isRefused,
    isOfOneAlone: isOfMessage,
  });
}

function reasonOf({ code = "", message }: SmtpError, isOfMessage: boolean): FailureReason {
  if (/certificate|altname/i.test(message)) return "untrusted";
  return REASONS[code] ?? (isOfMessage ? "postponed" : "unreachable");
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  EAUTH: "not_admitted",
  ENOAUTH: "not_admitted",
  ETLS: "untrusted",
  ETIMEDOUT: "late",
  EPROTOCOL: "garbled",
};
