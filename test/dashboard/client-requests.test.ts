import { expect, test } from "bun:test";
import { clientRequests } from "./client-requests.ts";

test("every request of the app goes through its client, which names the page's person", () => {
  const { unknown, calls, uploads, resumables, downloads, streams } = clientRequests();
  expect(unknown).toEqual([]);
  expect(calls.length).toBeGreaterThan(30);
  expect(uploads).toEqual(["POST /v1/audio/transcriptions"]);
  expect(downloads).toContain("/v1/customizations/table");
  expect(resumables).toEqual(["/v1/uploads"]);
  expect(streams).toEqual(["/v1/events"]);
});

test.each([
  ["pages/x.tsx", 'await fetch("/v1/keys")'],
  ["pages/x.tsx", "new EventSource(address)"],
  ["pages/x.tsx", "navigator.sendBeacon(address, text)"],
  ["pages/x.tsx", 'audio.src = "/v1/recordings/rec_1/audio"'],
  ["pages/x.tsx", "<a href={`/v1/invoices?format=csv`} download>"],
  ["pages/x.tsx", "await call(route)"],
  ["pages/x.tsx", "usePagedCall(route, {})"],
  ["pages/x.tsx", `call(\`GET $${"{path}"}\`)`],
  ["client/x.ts", 'fetch("/v1/keys", { headers: {} })'],
])("a request that does not name its person is found: %s: %s", (path, text) => {
  expect(clientRequests([{ path, text }]).unknown).not.toEqual([]);
});
