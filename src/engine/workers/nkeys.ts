/** By what a broker of NATS knows its users: a pair of Ed25519 keys in its own writing. */
export interface NKey {
  /** `SU…`, for its owner alone. */
  seed: string;
  /** `U…`, for the broker. */
  publicKey: string;
}

export async function newNKey(): Promise<NKey> {
  const { nkeys } = await import("@nats-io/transport-node");
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}
