/** Debian's Exim as a mail server of its own: TLS, a log-in, and a file into which it delivers. */
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { KeyPair } from "../../src/certificates/authority.ts";
import { writePair } from "./certificates.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";

const EXIM = "/usr/sbin/exim4";
/** Debian's `mail`: Exim delivers nothing as root. */
const MAIL_ID = 8;

export const hasExim = existsSync(EXIM);

export interface MailBox {
  port: number;
  /** Everything that was delivered, as it stands in the file. */
  text(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Takes mail of `tiro` with the password `open sesame`, over TLS alone, and knows everybody but `nobody@example.com`. */
export async function startExim(folder: string, pair: KeyPair): Promise<MailBox> {
  const { certificate, key } = writePair(folder, pair);
  const box = join(folder, "box");
  for (const name of ["spool", "log", "box"]) mkdirSync(join(folder, name), { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o711);
    chmodSync(key, 0o644);
    for (const name of ["spool", "log", "box"]) chownSync(join(folder, name), MAIL_ID, MAIL_ID);
  }
  const owner = isRoot ? "user = mail\n  group = mail" : "";
  const port = await freePort();
  const config = join(folder, "exim.conf");
  writeFileSync(
    config,
    `primary_hostname = localhost
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
${isRoot ? "exim_user = mail\nexim_group = mail" : ""}
keep_environment =
host_lookup =
rfc1413_hosts =
tls_advertise_hosts = *
tls_certificate = ${certificate}
tls_privatekey = ${key}
acl_smtp_rcpt = recipient
acl_smtp_data = accept
begin acl
recipient:
  deny message = log in first
    !authenticated = *
  deny message = no such person
    recipients = nobody@example.com
  accept
begin routers
all:
  driver = accept
  transport = file
begin transports
file:
  driver = appendfile
  file = ${box}/mail
  envelope_to_add
  ${owner}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_advertise_condition = \${if def:tls_in_cipher}
  server_condition = \${if and{{eq{$auth2}{tiro}}{eq{$auth3}{open sesame}}}}
  server_set_id = $auth2
`,
  );
  const child = Bun.spawn([EXIM, "-C", config, "-bdf", "-oX", `127.0.0.1.${port}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await eventually(() => answers(port), true);
  return {
    port,
    text: () => (existsSync(join(box, "mail")) ? readFileSync(join(box, "mail"), "utf8") : ""),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: "127.0.0.1", port });
  socket.once("data", () => resolve(true)).once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}
