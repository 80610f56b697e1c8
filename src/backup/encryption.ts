/** Backups that only the holder of a key can read: age's format (https://age-encryption.org/v1), by a library. */
import { readFileSync, statSync } from "node:fs";
import { Decrypter, Encrypter } from "age-encryption";
import { limits } from "../config/limits.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";

/** The first bytes of every file of age. */
export const AGE_MAGIC = "age-encryption.org/v1\n";

/** @throws TiroError `invalid_request` if one is no recipient. */
export async function* encrypted(
  source: AsyncGenerator<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) addRecipient(encrypter, recipient);
  yield* await encrypter.encrypt(streamOf(source));
}

/**
 * @param identityFile of age: a secret key a line, comments after `#`.
 * @throws OperatorError `backup_encrypted` if there is none, or none opens it; `backup_damaged`.
 */
export async function* decrypted(
  source: AsyncGenerator<Uint8Array>,
  identityFile: string | null,
): AsyncGenerator<Uint8Array> {
  if (identityFile === null)
    throw new OperatorError("backup_encrypted", "The backup is encrypted.", {
      hint: "Name the file with its secret key: --identity FILE.",
    });
  const decrypter = new Decrypter();
  for (const identity of readIdentities(identityFile)) addIdentity(decrypter, identity, identityFile);
  try {
    yield* await decrypter.decrypt(streamOf(source));
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith("no identity matched"))
      throw new OperatorError("backup_encrypted", "The backup was encrypted for another key.", {
        cause,
        hint: `None of the secret keys in ${identityFile} opens it.`,
      });
    throw new OperatorError("backup_damaged", "The backup is damaged: it cannot be decrypted.", { cause });
  }
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new TiroError("invalid_request", `${JSON.stringify(recipient)} is no recipient.`, {
      param: "recipient",
      cause,
      hint: 'Recipients begin with `age1`, as `age-keygen` prints them ("public key").',
    });
  }
}

function readIdentities(file: string): string[] {
  const unusable = (why: string, cause?: unknown) =>
    new TiroError("invalid_request", `${file} ${why}.`, { param: "identity", cause });
  let text: string;
  try {
    if (statSync(file).size > limits.backupIdentityBytes) throw unusable("is too large for secret keys");
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof TiroError) throw error;
    throw unusable(`cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  const lines = text.split("\n").map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (identities.length === 0) throw unusable("holds no secret key");
  return identities;
}

function addIdentity(decrypter: Decrypter, identity: string, file: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch (cause) {
    // Not repeated in the message: it may be most of a key.
    throw new TiroError("invalid_request", `${file} holds a line that is no secret key of age.`, {
      param: "identity",
      cause,
      hint: "A secret key begins with `AGE-SECRET-KEY-`, as `age-keygen` makes it.",
    });
  }
}

function streamOf(source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}
