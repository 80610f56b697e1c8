/** Where a request goes is clear before anything is decided, so that no rule of a proxy in front can be gone around. */
import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { createApp } from "../../src/app.ts";
import { listen } from "../../src/http/listener/listener.ts";
import { readServerCertificate } from "../../src/http/listener/server-certificate.ts";
import { testAuthority, writePair } from "../support/certificates.ts";
import { temporaryFolder } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({ overrides: { engine: endlessEngine } });

interface Told {
  status: number;
  headers: string;
  text: string;
}

/** Sends these bytes and reads one answer. */
function ask(bytes: string, port = Number(new URL(server.url).port), tls = false): Promise<Told> {
  return new Promise((resolve, reject) => {
    const socket = tls
      ? connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false })
      : connect(port, "127.0.0.1");
    let got = "";
    socket.setEncoding("latin1");
    socket.on("data", (piece) => {
      got += piece;
      const [head = "", body = ""] = got.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
      if (got.includes("\r\n\r\n") && body.length >= length) socket.destroy();
    });
    socket.on("close", () => {
      const [headers = "", text = ""] = got.split("\r\n\r\n");
      resolve({ status: Number(headers.split(" ")[1]), headers, text });
    });
    socket.on("error", reject);
    socket.write(bytes, "latin1");
  });
}

const get = (target: string, ...hosts: string[]) =>
  `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join("")}Connection: close\r\n\r\n`;

const HOST = "127.0.0.1";

describe("is refused with 400, an id and a line in the log", () => {
  test.each([
    ["two hosts", get("/v1/models", HOST, "other")],
    ["a list of hosts", get("/v1/models", `${HOST}, other`)],
    ["no host", `GET /v1/models HTTP/1.0\r\n\r\n`],
    ["an empty host", get("/v1/models", "")],
    ["a host with a path", get("/v1/models", "a/docs")],
    ["a host with a query", get("/v1/models", "a?b")],
    ["a host with a fragment", get("/v1/models", "a#b")],
    ["a host with a name before it", get("/v1/models", "user@a")],
    ["a host with a backslash", get("/v1/models", "a\\b")],
    ["a host with a space", get("/v1/models", "a b")],
    ["a host beyond ASCII", get("/v1/models", "\xe9")],
    ["a port that is none", get("/v1/models", "a:99999")],
    ["half an address", get("/v1/models", "[::1")],
    ["dots", get("/docs/../v1/models", HOST)],
    ["a dot", get("/v1/./models", HOST)],
    ["encoded dots", get("/docs/%2e%2e/v1/models", HOST)],
    ["dots at the end", get("/v1/models/..", HOST)],
    ["backslashes", get("/docs\\..\\v1/models", HOST)],
    ["a backslash that is a slash", get("/v1\\models", HOST)],
    ["an empty segment that dots take away", get("/docs//../../v1/models", HOST)],
    ["many segments that dots take away", get(`/${"a/".repeat(20)}${"../".repeat(20)}v1/models`, HOST)],
    ["dots in an absolute target", get(`http://${HOST}/docs/../v1/models`, HOST)],
    ["a fragment", get("/v1/models#x", HOST)],
    ["CONNECT", `CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n`],
    ["CONNECT with a path", `CONNECT /v1/models HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
  ])("%s", async (_, bytes) => {
    const lines = server.log.length;
    const { status, headers, text } = await ask(bytes);
    expect([status, JSON.parse(text).error.code]).toEqual([400, "invalid_request"]);
    const [, id] = /^x-request-id: (req_\w+)/im.exec(headers) ?? [];
    expect(server.log.slice(lines)).toContainEqual(
      expect.objectContaining({ event: "request", requestId: id, route: "(refused)", status: 400 }),
    );
  });
});

describe("is answered as ever", () => {
  test.each([
    ["a host of one letter", get("/v1/models", "a"), 401],
    ["a host of two letters", get("/v1/models", "ab"), 401],
    ["an address and a port", get("/v1/models", "[::1]:8420"), 401],
    ["an absolute target", get(`http://${HOST}/v1/models`, HOST), 401],
    ["a broken encoding", get("/v1/models/%zz", HOST), 401],
    ["an encoded slash", get("/v1/models/a%2fb", HOST), 401],
    ["letters beyond ASCII", get("/docs/search?q=%C3%A9", HOST), 200],
    ["a slash at the end", get("/v1/models/", HOST), 404],
    ["an empty segment", get("/v1//models", HOST), 404],
    ["a long path", get(`/${"a/".repeat(40)}`, HOST), 404],
    ["dots in a query", get("/docs/search?q=/../x", HOST), 200],
    ["the root", get("/", HOST), 200],
  ])("%s", async (_, bytes, expected) => {
    expect((await ask(bytes)).status).toBe(expected);
  });

  test.each(["a", "ab", "abc", "a.b:8420"])("over TLS, under the name %s", async (host) => {
    using folder = temporaryFolder();
    const pair = await (await testAuthority()).issue();
    const certificate = readServerCertificate(writePair(folder.path, pair));
    const { context } = server;
    const config = {
      ...context.config,
      server: { ...context.config.server, tls: { ...context.config.server.tls, certificate: "x" } },
    };
    const listener = listen({ host: "127.0.0.1", port: 0 }, { certificate, steer: () => false });
    listener.serve(createApp({ ...context, config }));
    const status = async (target: string) => (await ask(get(target, host), listener.port, true)).status;
    expect([await status("/v1/models"), await status("/x/health"), await status("/health")]).toEqual([
      401, 404, 200,
    ]);
    expect(await status("/v1/audio/transcription-jobs/req_0/result")).toBe(401);
    await listener.kill();
  });
});

describe("pages", () => {
  const PAGES = ["/login", "/account", "/app/", "/oauth/authorize", "/setup/x", "/v1/keys"];
  test.each(PAGES)("%s is for the names that the site vouches for", async (path) => {
    expect((await ask(get(path, "rebound.example"))).status).toBe(403);
    for (const host of ["localhost", "127.0.0.1", "192.0.2.7:8420", "[::1]"])
      expect((await ask(get(path, host))).status).not.toBe(403);
  });

  test("say what to do, and the operator is told", async () => {
    const { text } = await ask(get("/login", "rebound.example"));
    expect(text).toContain("server.public_url");
    const line = server.log.findLast(({ event }) => event === "request");
    expect(line?.code).toBe("host_not_allowed");
  });

  test("programs with a key may use any name", async () => {
    const answer = await ask(
      `GET /v1/models HTTP/1.1\r\nHost: stt.internal\r\nAuthorization: Bearer ${server.key}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
    expect((await ask(get("/health", "stt.internal"))).status).toBe(200);
  });
});
