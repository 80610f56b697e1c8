/** Packs that administrators install while the server runs: from a mirror or a file of theirs, whole or not at all. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import { SCOPES } from "../../src/accounts/credentials/scopes.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { type CatalogueEntry, catalogueEntry } from "../../src/packs/catalogue.ts";
import { loadPack } from "../../src/packs/load-pack.ts";
import { settingsNaming } from "../../src/recognition/pack-uses.ts";
import type { Task } from "../../src/work/tasks.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { testFolder } from "../support/folders.ts";
import { installPack } from "../support/packs.ts";
import { testServer } from "../support/test-servers.ts";
import { tar } from "./tar.ts";

const NAME = "trial-en@1.0.0";

/** @param change of what pack.json says. */
function archiveOf(change: object = {}, files: Record<string, string> = {}): Buffer {
  const place = join(folder, "trial-en-1.0.0");
  const contents = readdirSync(place).map((name) => ({ name, content: readFileSync(join(place, name)) }));
  return tar(
    contents.map(({ name, content }) => ({
      name: `trial/${name}`,
      content:
        name === "pack.json"
          ? JSON.stringify({ ...JSON.parse(content.toString()), ...change })
          : (files[name] ?? content),
    })),
  );
}

const ENTRY = (): CatalogueEntry => ({
  ...(catalogueEntry("parakeet-tdt-0.6b-v2") as CatalogueEntry),
  ...{ id: "trial-en", version: "1.0.0", sources: ["https://publisher.test/trial-en.tar"] },
  sha256: new Bun.CryptoHasher("sha256").update(archive).digest("hex"),
});

const folder = testFolder();
installPack(folder, "trial-en", ["en"]);
const archive = archiveOf();
const mirror = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url }) =>
    new URL(url).pathname === "/tiro/trial-en.tar"
      ? new Response(archive, { headers: { etag: '"one"' } })
      : Response.redirect("/tiro/trial-en.tar"),
});
const mirrors = ["tiro", "away"].map((name) => `http://127.0.0.1:${mirror.port}/${name}/`);
const models = join(folder, "models");
mkdirSync(models);
const server = await testServer({
  environment: { TIRO_MODELS_INSTALL_FROM: mirrors.join(","), TIRO_MODELS_DIR: models },
  overrides: { entryOf: (id) => (id === "trial-en" ? ENTRY() : undefined) },
});
await server.context.engine.ready();
const deps = () => ({ ...server.context, actor: TEST_ACTOR });
const userId = addUser(deps(), { email: "ada@acme.test", name: "Ada" }).id;
afterAll(() => mirror.stop(true));
afterEach(() => {
  for (const name of installed()) rmSync(join(models, name), { recursive: true });
});

/** Everything that is not hidden counts as a pack. */
const installed = () => readdirSync(models).filter((name) => !name.startsWith("."));
/** Remains of those that did not arrive. */
const leftovers = () =>
  readdirSync(join(models, ".arriving")).filter((name) => !name.startsWith(".partial-"));

async function ended(started: Promise<Task>): Promise<Task> {
  const { id } = await started;
  await eventually(() => server.context.tasks.get(id).endedAt !== null, true);
  return server.context.tasks.get(id);
}
const fromMirror = (pack = "trial-en", at: string | null = null) =>
  ended(
    server.context.administeredPacks.install(deps(), {
      pack,
      mirror: at && `http://127.0.0.1:${mirror.port}/${at}/`,
    }),
  );

async function* blocksOf(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
}

function principalOf(userId: string): Principal {
  const credential = { id: "browser", method: "browser_session", scopes: SCOPES } as const;
  return { accountId: userId, userId, credential };
}

/** In two parts, as after a lost connection. */
async function sent(content: Uint8Array, filename: string): Promise<Task> {
  const { uploads, administeredPacks } = server.context;
  const principal = principalOf(userId);
  const { id } = await uploads.create(principal, { length: content.length, metadata: { filename } });
  const half = Math.floor(content.length / 2);
  for (const [offset, part] of [
    [0, content.subarray(0, half)] as const,
    [half, content.subarray(half)] as const,
  ])
    await uploads.append(principal, id, { offset, blocks: () => blocksOf(part), checksum: null });
  const task = await ended(
    administeredPacks.installUpload(deps(), principal, { uploadId: id, sha256: null }),
  );
  expect(leftovers()).toEqual([]);
  return task;
}

describe("from a mirror", () => {
  test("a pack of the catalogue is fetched, checked, used for its language, kept while configured, and removed", async () => {
    const { administeredPacks, db, config } = server.context;
    const task = await fromMirror();
    expect([task.state, task.error, task.result]).toEqual(["succeeded", null, { pack: NAME }]);
    expect(installed()).toEqual(["trial-en-1.0.0"]);
    expect(leftovers()).toEqual([]);
    const { data } = administeredPacks.installed();
    const pack = data.find(({ id }) => id === NAME);
    expect(pack).toMatchObject({ used_for: ["en"], builtin: false });
    expect((await ended(administeredPacks.verify(deps(), NAME))).state).toBe("succeeded");

    await expect(administeredPacks.remove(deps(), "starter-en@1.0.0")).rejects.toMatchObject({
      code: "pack_conflict",
      message: expect.stringContaining("tiro carries it"),
    });
    const named = { ...config.models, routes: { en: ["trial-en"] } };
    expect(settingsNaming(named, loadPack(join(models, "trial-en-1.0.0")))).toEqual(["models.routes"]);
    await eventually(() => administeredPacks.installed().data.find(({ id }) => id === NAME)?.kept_by, []);
    await administeredPacks.remove(deps(), NAME);
    expect(installed()).toEqual([]);
    // Another administrator, whose page still shows it.
    await expect(administeredPacks.remove(deps(), NAME)).rejects.toMatchObject({ code: "model_not_found" });
    const actions = db
      .prepare("SELECT action FROM audit_log WHERE action LIKE 'pack.%' ORDER BY sequence")
      .pluck()
      .all();
    expect(actions).toEqual(["pack.install_started", "pack.installed", "pack.verified", "pack.removed"]);
  });

  test("only from its own address, only of the catalogue, only from those that are configured", async () => {
    expect((await fromMirror("trial-en", "away")).error).toMatchObject({ code: "pack_download_failed" });
    await expect(fromMirror("trial-de")).rejects.toMatchObject({ code: "model_not_found" });
    await expect(fromMirror("trial-en", "elsewhere")).rejects.toMatchObject({ code: "invalid_request" });
    expect([installed(), leftovers()]).toEqual([[], []]);
  });

  test("cancelled at any moment it leaves no half pack, and the next try succeeds", async () => {
    const { administeredPacks, tasks } = server.context;
    for (const share of [0, 0.1, 0.61, 0.75]) {
      const { id } = await administeredPacks.install(deps(), { pack: "trial-en", mirror: null });
      await eventually(() => (tasks.get(id).progress ?? 0) >= share || tasks.get(id).endedAt !== null, true);
      tasks.cancel(id);
      await eventually(() => tasks.get(id).endedAt !== null, true);
      expect(installed()).toEqual(tasks.get(id).state === "succeeded" ? ["trial-en-1.0.0"] : []);
      for (const name of installed()) rmSync(join(models, name), { recursive: true });
    }
    expect((await fromMirror()).state).toBe("succeeded");
  });
});

describe("of a file", () => {
  test("sent in parts it arrives; the file is gone", async () => {
    const task = await sent(gzipSync(archive), "Ärzte der Stadt.tar.gz");
    expect([task.state, task.error]).toEqual(["succeeded", null]);
    expect(server.context.db.prepare("SELECT count(*) FROM uploads").pluck().get()).toBe(0);
  });

  const BOMB = "0".repeat(11);
  const faults: [what: string, content: () => Uint8Array, name: string, code: string][] = [
    [
      "another file than pack.json says",
      () => archiveOf({}, { "tokens.txt": "x".repeat(lengthOf("tokens.txt")) }),
      "a.tar",
      "pack_damaged",
    ],
    [
      "a check recording that says something else",
      () => archiveOf({ check: { ...checkOf(), text: "Nobody ever said this sentence in it." } }),
      "a.tar",
      "pack_mismatch",
    ],
    ["pictures", () => Buffer.from("PK and more".repeat(100)), "pictures.zip", "not_a_pack"],
    ["an archive without a pack", () => tar([{ name: "a/b.txt", content: "x" }]), "a.tar", "not_a_pack"],
    ["a way out", () => tar([{ name: "../../pack.json", content: BOMB }]), "a.tar", "pack_damaged"],
    ["more files than any pack has", bomb, "a.tar.gz", "pack_damaged"],
    ["more bytes than any model shrinks to", byteBomb, "a.tar.gz", "pack_damaged"],
  ];
  test.each(faults)("%s is refused, and nothing of it stays", async (_, content, name, code) => {
    const task = await sent(content(), name);
    expect([task.state, task.error?.code, installed()]).toEqual(["failed", code, []]);
    expect(task.error?.hint).toBeString();
    expect(readdirSync(join(models, ".arriving")).filter((each) => each.startsWith(".upload-"))).toEqual([]);
  });
});

test("where nothing is kept, administrators alone may send a file, a pack that becomes no recording", async () => {
  const { uploads, making } = server.context;
  const named = (name: string) => addUser(deps(), { email: `${name}@zero.test`, name });
  const adele = named("adele");
  const zero = addOrganization(deps(), { name: "Zero", owner: named("owner") });
  addMember(deps(), zero.id, adele.id, "member");
  setPolicy(deps(), zero.id, { zeroRetention: true });
  const principal = principalOf(adele.id);
  const metadata = { filename: "a.tar", purpose: "model_pack" };
  const send = (said: Record<string, string>) =>
    uploads.create(principal, { length: archive.length, metadata: said });
  await expect(send(metadata)).rejects.toMatchObject({ code: "history_unavailable" });
  setServerRole(deps(), adele.id, "administrator");
  await expect(send({ filename: "a.tar" })).rejects.toMatchObject({ code: "history_unavailable" });

  const { id } = await send(metadata);
  await uploads.append(principal, id, { offset: 0, blocks: () => blocksOf(archive), checksum: null });
  expect(() => making.requireKeeping(principal)).toThrow();
  const task = await ended(
    server.context.administeredPacks.installUpload(deps(), principal, { uploadId: id, sha256: null }),
  );
  expect([task.state, task.error]).toEqual(["succeeded", null]);
});

const lengthOf = (name: string) => readFileSync(join(folder, "trial-en-1.0.0", name)).length;

function checkOf(): object {
  return JSON.parse(readFileSync(join(folder, "trial-en-1.0.0/pack.json"), "utf8")).check;
}

function byteBomb(): Uint8Array {
  const bytes = limits.packUnpackedExtraBytes + 4 * 1024 ** 2;
  return gzipSync(tar([{ name: "a/tokens.txt", content: Buffer.alloc(bytes) }]));
}

function bomb(): Uint8Array {
  const entries = Array.from({ length: limits.packArchiveEntries + 1 }, (_, index) => ({
    name: `a/${index}`,
  }));
  return gzipSync(tar(entries));
}
