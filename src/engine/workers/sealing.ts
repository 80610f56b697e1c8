/**
 * Messages are sealed against the broker from the machine with the API to a worker and back. The secret of a link
 * comes from the lasting keys of both, which say who they are, and from keys that both made when they started or met, which
 * exist in memory only: a link that was recorded stays closed even if the lasting keys are stolen later. The handshake is
 * Noise's KK without its first secret (https://noiseprotocol.org/noise.html).
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { deriveKey } from "../../lib/seal.ts";

const CURVE = "x25519";
/** An X25519 public key as SPKI is this and 32 bytes. */
const SPKI_HEAD = Buffer.from("302a300506032b656e032100", "hex");
export const PUBLIC_KEY_BYTES = 32;
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

/** One's own lasting key, and the other's. */
export interface SealingKeys {
  own: KeyObject;
  peer: KeyObject;
}

export interface FreshKey {
  privateKey: KeyObject;
  /** As it goes over the wire. */
  publicBytes: Buffer;
}

/** @param own PKCS 8, private. @param peer SPKI, public. @throws Error if one is no X25519 key. */
export function readSealingKeys(own: string, peer: string): SealingKeys {
  const keys = { own: createPrivateKey(own), peer: createPublicKey(peer) };
  for (const key of Object.values(keys))
    if (key.asymmetricKeyType !== CURVE) throw new Error("is no X25519 key");
  return keys;
}

export function freshKey(): FreshKey {
  const { privateKey, publicKey } = generateKeyPairSync(CURVE);
  return { privateKey, publicBytes: publicBytesOf(publicKey) };
}

function publicBytesOf(key: KeyObject): Buffer {
  return key.export({ format: "der", type: "spki" }).subarray(SPKI_HEAD.length);
}

function publicKeyOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: "der", type: "spki" });
}

/** The shared data of a link that is being made. */
export interface Meeting {
  cluster: string;
  worker: string;
  linkId: Uint8Array;
  /** The worker's word that makes this link a new one. */
  nonce: Uint8Array;
  /** Made by the API end for this link. */
  apiFresh: Uint8Array;
  /** Made by the worker when it started. */
  workerFresh: Uint8Array;
}

/** @throws Error on a public key of low order. */
export function secretAtApi(keys: SealingKeys, fresh: KeyObject, meeting: Meeting): Buffer {
  const workerFresh = publicKeyOf(meeting.workerFresh);
  const shared = [
    diffieHellman({ privateKey: fresh, publicKey: workerFresh }),
    diffieHellman({ privateKey: fresh, publicKey: keys.peer }),
    diffieHellman({ privateKey: keys.own, publicKey: workerFresh }),
  ];
  return secretOf(shared, [createPublicKey(keys.own), keys.peer], meeting);
}

/** @throws Error on a public key of low order. */
export function secretAtWorker(keys: SealingKeys, fresh: KeyObject, meeting: Meeting): Buffer {
  const apiFresh = publicKeyOf(meeting.apiFresh);
  const shared = [
    diffieHellman({ privateKey: fresh, publicKey: apiFresh }),
    diffieHellman({ privateKey: keys.own, publicKey: apiFresh }),
    diffieHellman({ privateKey: fresh, publicKey: keys.peer }),
  ];
  return secretOf(shared, [keys.peer, createPublicKey(keys.own)], meeting);
}

/** @param lasting the public keys of the API end and of the worker. */
function secretOf(shared: readonly Buffer[], lasting: readonly KeyObject[], meeting: Meeting): Buffer {
  const { cluster, worker, linkId, nonce, apiFresh, workerFresh } = meeting;
  const said = [linkId, nonce, apiFresh, workerFresh, ...lasting.map(publicBytesOf)];
  const transcript = said.map((bytes) => Buffer.from(bytes).toString("hex"));
  return deriveKey(Buffer.concat(shared), ["tiro link 1", cluster, worker, ...transcript].join(" "));
}

/** One way of one stream: each message is sealed with its place in it, so that none fits in another's. */
export class Seal {
  readonly #key: Buffer;

  constructor(linkSecret: Uint8Array, direction: "to worker" | "from worker", stream: number) {
    this.#key = deriveKey(linkSecret, `${direction} ${stream}`);
  }

  /** @param header goes before the sealed bytes, readable and unchangeable. */
  seal(sequence: number, header: Uint8Array, ...content: readonly Uint8Array[]): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(sequence)).setAAD(header);
    const sealed = content.map((part) => cipher.update(part));
    return Buffer.concat([header, ...sealed, cipher.final(), cipher.getAuthTag()]);
  }

  /** Null if it was sealed otherwise, or changed. */
  open(sequence: number, header: Uint8Array, sealed: Uint8Array): Buffer | null {
    if (sealed.byteLength < TAG_BYTES) return null;
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonceOf(sequence)).setAAD(header);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const opened = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
      return opened;
    } catch {
      // Node says so by an error without a code; there is no other way to ask.
      return null;
    }
  }
}

/** The keys by which one end of a link seals its messages of a stream, and opens the other's. */
export function sealsOf(secret: Uint8Array, side: "api" | "worker", stream: number): { out: Seal; in: Seal } {
  const toWorker = new Seal(secret, "to worker", stream);
  const fromWorker = new Seal(secret, "from worker", stream);
  return side === "api" ? { out: toWorker, in: fromWorker } : { out: fromWorker, in: toWorker };
}

/** A key is used for one direction of one stream, so its messages' numbers make nonces that never come again. */
function nonceOf(sequence: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32LE(sequence, NONCE_BYTES - 4);
  return nonce;
}
