/** A pack as one machine announces it to another: the text of its `pack.json`, which names the SHA-256 of every file. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Pack, parseManifest } from "./load-pack.ts";
import type { Manifest } from "./manifest.ts";

export interface AnnouncedManifest {
  /** `id@version` */
  id: string;
  /** SHA-256 of the manifest, in hex. */
  checksum: string;
  /** The text of `pack.json`. */
  manifest: string;
}

/** @throws Error if its folder has gone. */
export function announcementOf({ name, folder }: Pack): AnnouncedManifest {
  const manifest = readFileSync(join(folder, "pack.json"), "utf8");
  return { id: name, checksum: sha256(manifest), manifest };
}

/** Of packs that work together. @throws Error if a folder has gone. */
export function checksumOf(packs: readonly Pack[]): string {
  return sha256(packs.map((pack) => announcementOf(pack).checksum).join("\n"));
}

/** @throws Error that says what is wrong with it. */
export function manifestOf({ id, checksum, manifest: text }: AnnouncedManifest): Manifest {
  if (sha256(text) !== checksum) throw new Error("its pack.json has another checksum than it says");
  const manifest = parseManifest(text);
  if (`${manifest.id}@${manifest.version}` !== id) throw new Error("its pack.json is of another pack");
  return manifest;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
