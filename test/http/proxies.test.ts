/** The proxy examples of config/, as nginx and Caddy run them in front of a server. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wavFile } from "../../src/audio/wav-file.ts";
import { testAuthority, writePair } from "../support/certificates.ts";
import { temporaryFolder } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { ScriptedLive } from "../support/live.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const CONFIG = join(import.meta.dir, "../../config");
const authority = await testAuthority();

interface Site {
  folder: string;
  /** Of tiro, and of the proxy. */
  port: string;
  proxyPort: number;
  files: { certificate: string; key: string };
}

const PROXIES = {
  nginx: {
    program: "/usr/sbin/nginx",
    command: ({ folder, port, proxyPort, files }: Site) => {
      const example = readFileSync(join(CONFIG, "nginx/tiro.conf"), "utf8")
        .replace("127.0.0.1:8420", `127.0.0.1:${port}`)
        .replace("listen 443 ssl", `listen 127.0.0.1:${proxyPort} ssl`)
        .replace(/^ *listen \[::\]:443 ssl;\n/m, "")
        .replace("/etc/nginx/tls/tiro.crt", files.certificate)
        .replace("/etc/nginx/tls/tiro.key", files.key)
        .replaceAll("/var/log/nginx", folder);
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const file = join(folder, "nginx.conf");
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${paths.join(" ")}\n${example}}`,
      );
      return ["-p", folder, "-c", file];
    },
  },
  caddy: {
    program: "/usr/bin/caddy",
    command: ({ folder, port, proxyPort, files }: Site) => {
      const example = readFileSync(join(CONFIG, "caddy/Caddyfile"), "utf8")
        .replace("127.0.0.1:8420", `127.0.0.1:${port}`)
        .replace(
          /^tiro\.example\.com \{/m,
          `https://127.0.0.1:${proxyPort} {\n\ttls ${files.certificate} ${files.key}`,
        );
      const file = join(folder, "Caddyfile");
      const options = `admin off\n\tauto_https disable_redirects\n\tlog {\n\t\toutput file ${folder}/tiro.access.log`;
      writeFileSync(file, example.replace("log {", options));
      return ["run", "--config", file, "--adapter", "caddyfile"];
    },
  },
};

for (const [name, { program, command }] of Object.entries(PROXIES))
  describe.skipIf(!existsSync(program))(`behind ${name}`, () => {
    const folder = temporaryFolder();
    let server: TestServer;
    let proxy: Bun.Subprocess;
    let url = "";
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, tls: { ca: authority.certificate } });

    beforeAll(async () => {
      const port = freePort();
      url = `https://127.0.0.1:${port}`;
      server = await startServer({
        publicUrl: url,
        environment: { TIRO_SERVER_TRUST_FORWARDED_FOR: "true" },
        overrides: { live: new ScriptedLive() },
      });
      mkdirSync(folder.path, { recursive: true });
      const files = writePair(folder.path, await authority.issue());
      const site = { folder: folder.path, port: new URL(server.url).port, proxyPort: port, files };
      const env = { HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path };
      proxy = Bun.spawn([program, ...command(site)], { env, stdio: ["ignore", "ignore", "pipe"] });
      await server.context.engine.ready();
      while ((await ask("/health").catch(() => null))?.status !== 200) {
        if (proxy.exitCode !== null)
          throw new Error(await new Response(proxy.stderr as ReadableStream).text());
        await Bun.sleep(50);
      }
    });
    afterAll(async () => {
      proxy.kill();
      await proxy.exited;
      await server.close();
      folder[Symbol.dispose]();
    });

    test("a recording is transcribed", async () => {
      const body = multipart([
        { name: "model", body: "speech-v1.5" },
        { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
      ]);
      const headers = { authorization: `Bearer ${server.key}`, "Content-Type": CONTENT_TYPE };
      const answer = await ask("/v1/audio/transcriptions", { method: "POST", headers, body });
      expect(await answer.json()).toMatchObject({ text: RECORDING_TEXT });
    });

    test("an upload in parts that are larger than nginx's default passes, and becomes a recording", async () => {
      const authorization = `Bearer ${server.key}`;
      const headers = { authorization, "Tus-Resumable": "1.0.0" };
      const samples = new Int16Array(1_500_000);
      const content = Buffer.from(wavFile(samples));
      const made = await ask("/v1/uploads", {
        method: "POST",
        headers: { ...headers, "Upload-Length": String(content.length) },
      });
      const path = made.headers.get("location") ?? "";
      for (let at = 0; at < content.length; at += 2_000_000) {
        const sent = await ask(path, {
          method: "PATCH",
          headers: {
            ...headers,
            "Upload-Offset": String(at),
            "Content-Type": "application/offset+octet-stream",
          },
          body: content.subarray(at, at + 2_000_000),
        });
        expect(sent.status).toBe(204);
      }
      const stored = await ask("/v1/recordings", {
        method: "POST",
        headers: { authorization, "Content-Type": "application/json" },
        body: JSON.stringify({ upload_id: path.split("/").at(-1) }),
      });
      expect([stored.status, ((await stored.json()) as Json).audio.size]).toEqual([201, content.length]);
    });

    test("a live stream passes, both ways", async () => {
      const client = await LiveClient.open(url, {
        headers: { authorization: `Bearer ${server.key}` },
        tls: { ca: authority.certificate },
      });
      client.send(session());
      client.append(1.5);
      client.send({ type: "input_audio_buffer.commit" });
      const { transcript } = await client.next("conversation.item.input_audio_transcription.completed");
      expect(transcript).toBe("0 1");
      client.close();
    });

    test("OpenAI's JavaScript client streams, unmodified", async () => {
      const authorityFile = join(folder.path, "authority.crt");
      writeFileSync(authorityFile, authority.certificate);
      const script = join(import.meta.dir, "../realtime/official-client.ts");
      const child = Bun.spawn([process.execPath, script, url, server.key], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile },
        stdout: "pipe",
        stderr: "inherit",
      });
      const { inBrowser, inNode } = JSON.parse(await new Response(child.stdout).text());
      for (const heard of [inBrowser, inNode]) expect(heard).toContain("0 1");
    });

    // Caddy hands an answer on only once the request is whole.
    test.skipIf(name === "caddy")(
      "the key is checked before the body is there, and errors keep their form",
      async () => {
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(Buffer.alloc(1024 * 1024)),
        });
        const answer = await ask("/v1/audio/transcriptions", {
          method: "POST",
          headers: { authorization: "Bearer none", "Content-Type": CONTENT_TYPE },
          body,
          duplex: "half",
        } as RequestInit);
        expect(answer.status).toBe(401);
        expect(await answer.json()).toMatchObject({ error: { code: "invalid_api_key" } });
      },
    );

    test("the caller's address and tiro's own are those of the outside", async () => {
      const revoked = server.newKey();
      server.context.db.exec(
        "UPDATE api_keys SET revoked_at = 1 WHERE rowid = (SELECT max(rowid) FROM api_keys)",
      );
      const headers = { authorization: `Bearer ${revoked}`, "X-Forwarded-For": "203.0.113.9" };
      expect((await ask("/v1/me", { headers })).status).toBe(401);
      // The proxy's own word, not the one that the caller sent.
      expect(server.log.findLast(({ event }) => event === "security_event")).toMatchObject({
        address: "127.0.0.1",
      });
      const metadata = await (await ask("/.well-known/oauth-authorization-server")).json();
      expect(metadata).toMatchObject({ issuer: url });
    });

    test("what people search for is in no log, also where tiro does not answer", async () => {
      const words = "a-word-searched-for";
      const headers = { referer: `${url}/app/history?query=${words}` };
      await ask(`/health?query=${words}`, { headers });
      await server.close();
      expect((await ask(`/gone?query=${words}`, { headers })).status).toBe(502);
      proxy.kill();
      await proxy.exited;
      const logs = readdirSync(folder.path).filter((file) => file.endsWith(".log"));
      const logged = logs.map((file) => readFileSync(join(folder.path, file), "utf8")).join("\n");
      expect(logged).toContain("/health");
      expect(logged).toContain("/gone");
      expect(`${logged}${await new Response(proxy.stderr as ReadableStream).text()}`).not.toContain(words);
    });
  });
