/** A download over https stays encrypted at every step, wherever the servers on the way send it. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testAuthority } from "../../../test/support/certificates.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";

const DOWNLOAD = join(import.meta.dir, "download.ts");
const folder = temporaryFolder();
const authority = await testAuthority();
const { certificate, key } = await authority.issue();
const authorities = join(folder.path, "authority.pem");
writeFileSync(authorities, authority.certificate);

/** `/s2/http` leads on to `/s1` … on the other server; `/file` is the file. */
const asked: string[] = [];
const answer = (request: Request): Response => {
  const { pathname, protocol } = new URL(request.url);
  asked.push(protocol + pathname);
  if (pathname === "/file") return new Response("a model");
  const [, next = ""] = /^\/to(\/.*)$/.exec(pathname) ?? [];
  const kinds: Record<string, string> = {
    "/plain": `${plain.url.origin}/file`,
    "/plain-and-back": `${plain.url.origin}/to/tls`,
    "/tls": `${tls.url.origin}/file`,
    "/relative": "/file",
    "/password": tls.url.origin.replace("//", "//me:pw@"),
    "/ftp": "ftp://127.0.0.1/file",
    "/nowhere": "https://",
  };
  const location = kinds[next] ?? `/to/${Number(next.slice(1)) - 1 || "relative"}`;
  return new Response(null, { status: 302, headers: { location } });
};
const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
const tls = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: { cert: certificate, key }, fetch: answer });
afterAll(async () => {
  await Promise.all([plain.stop(true), tls.stop(true)]);
  folder[Symbol.dispose]();
});

/** In a process of its own, because authorities are read when one starts. */
async function fetched(url: string): Promise<string> {
  const path = join(folder.path, `${crypto.randomUUID()}.part`);
  const program = `const { download } = await import(${JSON.stringify(DOWNLOAD)});
    await download({ url: ${JSON.stringify(url)}, path: ${JSON.stringify(path)}, pauseMs: 1, onProgress() {} })
      .catch((error) => console.log(error.extras?.hint ?? error));`;
  const child = Bun.spawn([process.execPath, "-e", program], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorities },
    stdout: "pipe",
    stderr: "inherit",
  });
  const said = await child.stdout.text();
  const file = path.replace(".part", "");
  return existsSync(file) ? readFileSync(file, "utf8") : said;
}

test.each(["/file", "/to/tls", "/to/relative", `/to/${limits.downloadRedirects - 1}`])(
  "https %s comes",
  async (path) => {
    expect(await fetched(tls.url.origin + path)).toBe("a model");
  },
);

test.each([
  ["/to/plain", "not encrypted"],
  // Whose last address is encrypted again.
  ["/to/plain-and-back", "not encrypted"],
  ["/to/ftp", "not encrypted"],
  ["/to/password", "password of its own"],
  ["/to/nowhere", "no address"],
  [`/to/${limits.downloadRedirects}`, `more than ${limits.downloadRedirects} times`],
])("https %s is refused: %s", async (path, why) => {
  asked.length = 0;
  expect(await fetched(tls.url.origin + path)).toContain(why);
  expect(asked.filter((address) => address.startsWith("http:"))).toEqual([]);
});

test.each(["/to/plain", "/to/tls", "/to/plain-and-back"])("http %s comes", async (path) => {
  expect(await fetched(plain.url.origin + path)).toBe("a model");
});
