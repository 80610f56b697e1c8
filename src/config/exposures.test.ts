import { expect, test } from "bun:test";
import { exposures } from "./exposures.ts";
import { loadConfig } from "./load.ts";

const TRUSTING = { TIRO_SERVER_TRUST_FORWARDED_FOR: "true" };

const cases: [name: string, environment: Record<string, string>, events: string[]][] = [
  ["nothing", {}, []],
  ["every address alone", { TIRO_SERVER_LISTEN: "0.0.0.0:8420" }, []],
  ["a proxy on this machine", { ...TRUSTING, TIRO_SERVER_LISTEN: "127.0.0.1:8420" }, []],
  ["a proxy by IPv6", { ...TRUSTING, TIRO_SERVER_LISTEN: "[::1]:8420" }, []],
  ["a proxy by name", { ...TRUSTING, TIRO_SERVER_LISTEN: "localhost:8420" }, []],
  [
    "trust on every address",
    { ...TRUSTING, TIRO_SERVER_LISTEN: "0.0.0.0:8420" },
    ["forwarded_addresses_exposed"],
  ],
  [
    "trust on every IPv6 address",
    { ...TRUSTING, TIRO_SERVER_LISTEN: "[::]:8420" },
    ["forwarded_addresses_exposed"],
  ],
  [
    "trust on a network",
    { ...TRUSTING, TIRO_SERVER_LISTEN: "10.0.0.7:8420" },
    ["forwarded_addresses_exposed"],
  ],
  ["metrics on this machine", { TIRO_METRICS_LISTEN: "127.0.0.2:9464" }, []],
  ["metrics on every address", { TIRO_METRICS_LISTEN: "0.0.0.0:9464" }, ["metrics_exposed"]],
  [
    "metrics on a network with a token, which goes in clear",
    { TIRO_METRICS_LISTEN: "10.0.0.7:9464", TIRO_METRICS_TOKEN: "t" },
    ["metrics_exposed"],
  ],
  ["metrics on the server's own address", { TIRO_METRICS_TOKEN: "t" }, []],
  [
    "a proxy that is not trusted",
    { TIRO_SERVER_PUBLIC_URL: "https://tiro.example.com" },
    ["forwarded_addresses_not_trusted"],
  ],
];

test.each(cases)("%s", (_, environment, events) => {
  const found = exposures(loadConfig({ environment }).config);
  expect(found.map(({ event }) => event)).toEqual(events as (typeof found)[number]["event"][]);
});
