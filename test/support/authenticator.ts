/** A passkey's device in software (WebAuthn, with attestation `none` and ES256), whose answers a test may bend. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface Bent {
  origin?: string;
  rpId?: string;
  /** Whether the device verified its person. */
  verified?: boolean;
  counter?: number;
  challenge?: string;
}

interface Asked {
  challenge: string;
}

/** One credential on one device, for a server at this address. */
export class Authenticator {
  readonly id = randomBytes(32).toString("base64url");
  readonly #url: URL;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** The answer to options of a creation. */
  create(asked: Asked, bent: Bent = {}) {
    const client = this.#clientData("webauthn.create", asked, bent);
    const authData = this.#authData(HAS_CREDENTIAL, bent, this.#credential());
    const object = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(authData)],
    ]);
    const response = {
      clientDataJSON: client.toString("base64url"),
      attestationObject: object.toString("base64url"),
      transports: ["internal"],
    };
    return { id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} };
  }

  /** The answer to options of a log-in. */
  get(asked: Asked, bent: Bent = {}) {
    const client = this.#clientData("webauthn.get", asked, bent);
    const authData = this.#authData(0, bent);
    const signed = Buffer.concat([authData, sha256(client)]);
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
    };
    return { id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} };
  }

  #clientData(type: string, asked: Asked, bent: Bent): Buffer {
    const challenge = bent.challenge ?? asked.challenge;
    return Buffer.from(JSON.stringify({ type, challenge, origin: bent.origin ?? this.#url.origin }));
  }

  #authData(flags: number, bent: Bent, credential: Uint8Array = new Uint8Array()): Buffer {
    this.#counter++;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bent.counter ?? this.#counter);
    const verified = bent.verified === false ? 0 : USER_VERIFIED;
    const state = Buffer.from([flags | USER_PRESENT | verified]);
    return Buffer.concat([sha256(Buffer.from(bent.rpId ?? this.#url.hostname)), state, counter, credential]);
  }

  /** AAGUID, length and id, then the public key as COSE. */
  #credential(): Buffer {
    const id = Buffer.from(this.id, "base64url");
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const [KTY_EC2, ALG_ES256, CRV_P256] = [0x02, 0x26, 0x01];
    const key = cborMap([
      [Buffer.from([0x01]), Buffer.from([KTY_EC2])],
      [Buffer.from([0x03]), Buffer.from([ALG_ES256])],
      [Buffer.from([0x20]), Buffer.from([CRV_P256])],
      [Buffer.from([0x21]), cborBytes(Buffer.from(x, "base64url"))],
      [Buffer.from([0x22]), cborBytes(Buffer.from(y, "base64url"))],
    ]);
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.byteLength]), id, key]);
  }
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** RFC 8949, as far as it takes here: lengths below 256. */
const cborHead = (major: number, length: number) =>
  Buffer.from(length < 24 ? [(major << 5) | length] : [(major << 5) | 24, length]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.byteLength), bytes]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
