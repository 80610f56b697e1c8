import { describe, expect, test } from "bun:test";
import { TiroError } from "../lib/errors.ts";
import { listenUrl, parseListen } from "./listen.ts";

describe("parseListen", () => {
  const valid: [listen: string, host: string, port: number, url: string][] = [
    ["127.0.0.1:8420", "127.0.0.1", 8420, "http://127.0.0.1:8420"],
    ["0.0.0.0:0", "0.0.0.0", 0, "http://127.0.0.1:0"],
    ["[::1]:8420", "::1", 8420, "http://[::1]:8420"],
    ["[::]:65535", "::", 65_535, "http://[::1]:65535"],
    ["[fe80::1%eth0]:80", "fe80::1%eth0", 80, "http://[fe80::1%eth0]:80"],
    ["tiro-1.example.com:443", "tiro-1.example.com", 443, "http://tiro-1.example.com:443"],
  ];
  for (const [listen, host, port, url] of valid)
    test(listen, () => {
      expect(parseListen(listen)).toEqual({ host, port });
      expect(listenUrl({ host, port }, "http")).toBe(url);
      expect(listenUrl({ host, port }, "https")).toBe(url.replace("http:", "https:"));
    });

  const invalid = [
    "",
    "8420",
    ":8420",
    "localhost",
    "localhost:",
    "localhost:65536",
    "localhost:-1",
    "::1:8420",
  ];
  const alsoInvalid = [
    "[::1]",
    "[]:1",
    "[:8420",
    "http://localhost:1",
    "a b:1",
    "a:1 ",
    "a:1.5",
    "a:123456",
    "-a:1",
  ];
  for (const listen of [...invalid, ...alsoInvalid])
    test(`not ${JSON.stringify(listen)}`, () => {
      expect(() => parseListen(listen)).toThrow(TiroError);
    });
});
