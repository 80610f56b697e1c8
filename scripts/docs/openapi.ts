/**
 * Writes `test/golden/openapi.json`, the description of the API as it stands: a change of what callers see shows in
 * review. `bun run docs`; a test says when it is stale.
 */
import { writeFileSync } from "node:fs";
import { startServer } from "../../test/support/server.ts";

const GOLDEN = new URL("../../test/golden/openapi.json", import.meta.url).pathname;

const server = await startServer();
const answer = await fetch(`${server.url}/openapi.json`);
const description = (await answer.json()) as { info: object };
await server.close();
// The version and the address are those of a site.
const golden = { ...description, info: { ...description.info, version: "" }, servers: [] };
writeFileSync(GOLDEN, `${JSON.stringify(golden, null, 2)}\n`);
process.stdout.write(`wrote ${GOLDEN}\n`);
process.exit();
