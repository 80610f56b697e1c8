/** The executable backs itself up on a schedule, for the holder of a key alone, and restores that. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { emptyFolder, tiro } from "./executable.ts";
import { startServer } from "./server.ts";

test("a scheduled, encrypted backup is restored with its key, the secret key in it", async () => {
  const folder = emptyFolder();
  const backups = join(folder.path, "backups");
  const identity = await generateX25519Identity();
  mkdirSync(backups);
  writeFileSync(join(folder.path, "identity"), identity);
  const server = await startServer(folder.path, "data", {
    TIRO_BACKUP_DIR: backups,
    TIRO_BACKUP_RECIPIENTS: await identityToRecipient(identity),
    TIRO_BACKUP_INCLUDE_KEY: "true",
  });
  try {
    const whole = () => readdirSync(backups).filter((name) => /^tiro-backup-.*\.tar\.age$/.test(name));
    while (whole().length === 0) await Bun.sleep(50);
    await server.stop();
    const [file = ""] = whole();
    const cwd = folder.path;
    expect(tiro(["restore", join(backups, file), "restored"], { cwd }).stderr).toContain("backup_encrypted");
    const done = tiro(["restore", join(backups, file), "restored", "--identity", "identity"], { cwd });
    expect([done.exitCode, done.stderr]).toEqual([0, ""]);
    const restored = await startServer(folder.path, "restored");
    const me = await fetch(`${restored.url}/v1/me`, { headers: { Authorization: `Bearer ${server.key}` } });
    expect(me.status).toBe(200);
    expect(await restored.stop()).toBe(0);
  } finally {
    folder.remove();
  }
});
