import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { connect as connectPlain } from "node:net";
import { connect } from "node:tls";
import { steerConnections } from "../../../native/connection-steering.ts";
import {
  clientCertificate,
  type TestAuthority,
  testAuthority,
  writePair,
} from "../../../test/support/certificates.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { type Application, type Listener, listen } from "./listener.ts";
import { readServerCertificate, type ServerCertificate } from "./server-certificate.ts";

const HOST = "127.0.0.1";
const opened: Listener[] = [];
let authority: TestAuthority;
let [first, second]: ServerCertificate[] = [];

beforeAll(async () => {
  authority = await testAuthority();
  [first, second] = await Promise.all([issued(), issued()]);
});
afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.kill();
});

async function issued(): Promise<ServerCertificate> {
  using folder = temporaryFolder();
  return readServerCertificate(writePair(folder.path, await authority.issue()));
}

function serving(
  certificate: ServerCertificate | null,
  fetch: Application["fetch"],
  { port = 0, steer = steerConnections } = {},
) {
  const listener = listen({ host: HOST, port }, certificate && { certificate, steer });
  opened.push(listener);
  const application: Application = { fetch, server: null };
  listener.serve(application);
  return { listener, application };
}

const tls = () => ({ ca: authority.certificate });
const ask = (port: number, path = "/") =>
  fetch(`https://${HOST}:${port}${path}`, { tls: tls(), headers: { connection: "close" } });

/** Serial number of the certificate that a new connection is shown, and its version of TLS. */
async function shown(port: number, options: object = {}) {
  const socket = connect({ host: HOST, port, servername: "localhost", ...tls(), ...options });
  await once(socket, "secureConnect");
  const { serialNumber } = socket.getPeerCertificate();
  const protocol = socket.getProtocol();
  socket.destroy();
  return { serialNumber: serialNumber.toUpperCase(), protocol };
}

const serialOf = (certificate: ServerCertificate | undefined) => certificate?.chain[0].serialNumber;

describe("a listener with a certificate", () => {
  test.each(["TLSv1.2", "TLSv1.3"])("speaks %s", async (version) => {
    const { listener } = serving(first as ServerCertificate, () => new Response("hello"));
    const only = { minVersion: version, maxVersion: version };
    expect(await shown(listener.port, only)).toEqual({
      serialNumber: serialOf(first) as string,
      protocol: version,
    });
  });

  test.skipIf(!Bun.which("openssl"))("refuses TLS 1.1", async () => {
    const { listener } = serving(first as ServerCertificate, () => new Response("hello"));
    const old = Bun.spawn(["openssl", "s_client", "-connect", `${HOST}:${listener.port}`, "-tls1_1"], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    expect(await old.exited).not.toBe(0);
  });

  test("closes a connection of plain HTTP, without harm to others", async () => {
    const { listener } = serving(first as ServerCertificate, () => new Response("hello"));
    const plain = connectPlain(listener.port, HOST);
    plain.on("error", () => {});
    plain.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(plain, "close");
    expect(await (await ask(listener.port)).text()).toBe("hello");
  });

  test("shows a renewed one to new connections while calls under way end as they began", async () => {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { listener, application } = serving(first as ServerCertificate, async (request) => {
      // As the application asks the newest of the servers, of whichever the request came in by.
      const address = () => application.server?.requestIP(request)?.address;
      if (!request.url.endsWith("/slow")) return new Response(address());
      arrived.resolve();
      application.server?.timeout(request, 0);
      await gate.promise;
      application.server?.timeout(request, 0);
      return new Response(`${await request.text()} from ${address()}`);
    });
    const { port } = listener;
    const slow = fetch(`https://${HOST}:${port}/slow`, { tls: tls(), method: "POST", body: "upload" });
    await arrived.promise;
    await listener.renew(second as ServerCertificate);
    expect((await shown(port)).serialNumber).toBe(serialOf(second) as string);
    expect(await (await ask(port)).text()).toBe(HOST);
    gate.resolve();
    expect(await (await slow).text()).toBe(`upload from ${HOST}`);
  });

  test("keeps the former one where the new one is refused", async () => {
    const { listener } = serving(first as ServerCertificate, () => new Response("hello"));
    const refused = { ...(second as ServerCertificate), key: (first as ServerCertificate).key };
    await expect(listener.renew(refused)).rejects.toMatchObject({ code: "certificate_unusable" });
    expect(await shown(listener.port)).toMatchObject({ serialNumber: serialOf(first) as string });
  });

  test("after close no certificate is renewed and nobody is let in; answers under way end", async () => {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { listener } = serving(first as ServerCertificate, async () => {
      arrived.resolve();
      await gate.promise;
      return new Response("late");
    });
    const slow = ask(listener.port);
    await arrived.promise;
    await listener.renew(second as ServerCertificate);
    const closed = listener.close();
    await listener.renew(first as ServerCertificate);
    await expect(ask(listener.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    gate.resolve();
    expect(await (await slow).text()).toBe("late");
    await closed;
  });

  test("asks for the certificates of clients where their authorities are named", async () => {
    const client = await clientCertificate();
    const certificate = { ...(first as ServerCertificate), clientCa: client.certificate };
    const { listener } = serving(certificate, () => new Response("hello"));
    const as = (pair: object) => fetch(`https://${HOST}:${listener.port}/`, { tls: { ...tls(), ...pair } });
    await expect(as({})).rejects.toThrow();
    await expect(as({ cert: first?.cert, key: first?.key })).rejects.toThrow();
    expect(await (await as({ cert: client.certificate, key: client.key })).text()).toBe("hello");
  });
});

describe("a port that is taken is refused", () => {
  test.each([
    ["https by https", true, true],
    ["https by plain HTTP", true, false],
    ["plain HTTP by https", false, true],
    ["plain HTTP by plain HTTP", false, false],
  ])("%s", (_, wanted, there) => {
    const choose = (isTls: boolean) => (isTls ? (first as ServerCertificate) : null);
    const { listener } = serving(choose(there), () => new Response("first"));
    const again = () => serving(choose(wanted), () => new Response("second"), { port: listener.port });
    expect(again).toThrow(expect.objectContaining({ code: "address_unavailable" }));
  });

  test("also by a socket that would share it", () => {
    using sharing = Bun.serve({ hostname: HOST, port: 0, reusePort: true, fetch: () => new Response("") });
    expect(() => serving(first as ServerCertificate, () => new Response(""), { port: sharing.port })).toThrow(
      "is in use",
    );
  });
});

describe("new connections find the newest of the sockets that share the port", () => {
  const shownOften = async (port: number) => {
    const serials = await Promise.all(Array.from({ length: 20 }, () => shown(port)));
    return new Set(serials.map(({ serialNumber }) => serialNumber));
  };

  test("however many were before it, and gone in whichever order", async () => {
    const { listener } = serving(first as ServerCertificate, () => new Response("hello"));
    for (let count = 1; count <= 2 * limits.formerSockets + 3; count++) {
      const certificate = count % 2 ? second : first;
      await listener.renew(certificate as ServerCertificate);
      expect(await shownOften(listener.port)).toEqual(new Set([serialOf(certificate) as string]));
    }
  });

  test("also where the kernel takes no filter", async () => {
    const { listener } = serving(first as ServerCertificate, () => new Response("hello"), {
      steer: () => false,
    });
    await listener.renew(second as ServerCertificate);
    expect(await shownOften(listener.port)).toEqual(new Set([serialOf(second) as string]));
  });

  test("and what is kept from before ends with an answer", async () => {
    const { listener } = serving(first as ServerCertificate, () => new Response("hello"));
    const kept = connect({ host: HOST, port: listener.port, ...tls() });
    await once(kept, "secureConnect");
    const ask = async () => {
      kept.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      return String((await once(kept, "data"))[0]).toLowerCase();
    };
    expect(await ask()).not.toContain("connection: close");
    await listener.renew(second as ServerCertificate);
    expect(await ask()).toContain("connection: close");
    await once(kept, "end");
  });

  test("a port where nobody listens has none to steer to", () => {
    expect(steerConnections(1, 0)).toBe(false);
  });
});
