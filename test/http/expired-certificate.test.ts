/** Health of the server's own certificate. */
import { expect, test } from "bun:test";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

let daysLeft: number | null = null;

const server = await testServer();
server.context.certificateDaysLeft = () => daysLeft;
await server.context.engine.ready();

test.each([
  { days: null, certificate: undefined, status: "ok" },
  { days: 0, certificate: { status: "ok", days_left: 0 }, status: "ok" },
  { days: -1, certificate: { status: "degraded", days_left: -1 }, status: "degraded" },
])("with $days days left", async ({ days, certificate, status }) => {
  daysLeft = days;
  const answer = await fetch(`${server.url}/health`);
  const { checks, ...health } = (await answer.json()) as Json;
  expect([answer.status, health.status, checks.certificate]).toEqual([200, status, certificate]);
});
