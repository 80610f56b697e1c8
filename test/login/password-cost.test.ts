import { expect, test } from "bun:test";
import { endlessEngine } from "../support/engines.ts";
import { startServer } from "../support/server.ts";

test("a server that is not told otherwise hashes with 64 MiB in two passes", async () => {
  const server = await startServer({ overrides: { engine: endlessEngine, hashCost: undefined } });
  try {
    const hash = await server.context.passwords.hash("correct horse battery staple");
    expect(hash).toStartWith("$argon2id$v=19$m=65536,t=2,p=1$");
  } finally {
    await server.close();
  }
});
