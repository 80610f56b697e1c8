/**
 * Writes `src/http/openapi/description.json`, the description of the API of a server that has all routes: a change of what
 * callers see shows in review. `bun run docs`; a test says when it is stale.
 */
import { writeFileSync } from "node:fs";
import { routesOf } from "../../src/app.ts";
import { describeApi } from "../../src/http/openapi/document.ts";
import { startServer } from "../../test/support/server.ts";

const DESCRIPTION = new URL("../../src/http/openapi/description.json", import.meta.url).pathname;

const server = await startServer({ environment: { TIRO_METRICS_TOKEN: "its-route-is-described" } });
const description = describeApi(routesOf(server.context));
await server.close();
writeFileSync(DESCRIPTION, `${JSON.stringify(description, null, 2)}\n`);
process.stdout.write(`wrote ${DESCRIPTION}\n`);
process.exit();
