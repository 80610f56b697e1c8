/**
 * A container image as an archive in OCI's layout, made without a container runtime. `docker load`, `podman load`,
 * `ctr images import` and `skopeo copy oci-archive:` take it. Two layers: what Debian gives, and tiro.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DEBIAN } from "../../../src/cli/installation/files.ts";
import type { Target } from "../../build/targets.ts";
import { gzip, run, tar } from "../command.ts";
import { type PackageInput, VERSION } from "../release.ts";
import { stage } from "../stage.ts";
import { IMAGE_USER, imageConfig, USERS } from "./config.ts";

export const IMAGE_ARCHITECTURES: Record<Target["arch"], string> = { x64: "amd64", arm64: "arm64" };

interface Blob {
  mediaType: string;
  digest: string;
  size: number;
}

interface Layer extends Blob {
  /** Of what is in it, uncompressed. */
  diffId: string;
}

/** `tiro-VERSION-image-ARCHITECTURE.tar`; returns its path. @param system root with the libraries that tiro needs. */
export async function buildImage(input: PackageInput & { system: string }): Promise<string> {
  const { target, executable, folder, compression, epochSeconds, system } = input;
  const architecture = IMAGE_ARCHITECTURES[target.arch];
  const work = mkdtempSync(join(tmpdir(), "tiro-image-"));
  const layout = join(work, "layout");
  mkdirSync(join(layout, "blobs/sha256"), { recursive: true });
  try {
    const own = join(work, "own");
    await stage(DEBIAN, executable, own);
    for (const [path, text] of Object.entries(USERS)) write(join(own, path), text);
    const layer = (root: string, data: string[]) =>
      writeLayer(layout, root, { data, compression, epochSeconds });
    const layers = [await layer(system, []), await layer(own, ["var/lib/tiro"])];
    const config = writeJson(
      layout,
      "application/vnd.oci.image.config.v1+json",
      imageConfig(architecture, layers, epochSeconds),
    );
    writeIndex(layout, architecture, config, layers);
    const path = join(folder, `tiro-${VERSION}-image-${architecture}.tar`);
    tar(path, layout, epochSeconds, [], ["oci-layout", "index.json", "manifest.json", "blobs"]);
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param options `data`: empty folders that belong to the server. */
async function writeLayer(
  layout: string,
  root: string,
  options: { data: string[]; compression: PackageInput["compression"]; epochSeconds: number },
): Promise<Layer> {
  const archive = join(layout, "layer.tar");
  tar(archive, root, options.epochSeconds, [], ["."]);
  for (const path of options.data) {
    const folder = mkdtempSync(join(tmpdir(), "tiro-data-"));
    mkdirSync(join(folder, path), { recursive: true });
    run(["chmod", "0700", join(folder, path)]);
    const owner = [`--owner=${IMAGE_USER}`, `--group=${IMAGE_USER}`, "--numeric-owner"];
    run([
      "tar",
      ...owner,
      `--mtime=@${options.epochSeconds}`,
      "--format=gnu",
      "-C",
      folder,
      "-rf",
      archive,
      `./${path}`,
    ]);
    rmSync(folder, { recursive: true });
  }
  const diffId = digestOf(archive);
  const zipped = await gzip(archive, options.compression);
  return { ...keep(layout, zipped, "application/vnd.oci.image.layer.v1.tar+gzip"), diffId };
}

function writeIndex(layout: string, architecture: string, config: Blob, layers: Layer[]): void {
  const blob = ({ mediaType, digest, size }: Blob) => ({ mediaType, digest, size });
  const manifest = writeJson(layout, "application/vnd.oci.image.manifest.v1+json", {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: blob(config),
    layers: layers.map(blob),
  });
  const annotations = {
    "org.opencontainers.image.ref.name": VERSION,
    "io.containerd.image.name": `docker.io/library/tiro:${VERSION}`,
  };
  const platform = { architecture, os: "linux" };
  write(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  write(
    join(layout, "index.json"),
    JSON.stringify({
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.index.v1+json",
      manifests: [{ ...blob(manifest), platform, annotations }],
    }),
  );
  // What `docker load` reads where it does not know OCI's layout.
  const pathOf = ({ digest }: Blob) => `blobs/${digest.replace(":", "/")}`;
  const docker = [{ Config: pathOf(config), RepoTags: [`tiro:${VERSION}`], Layers: layers.map(pathOf) }];
  write(join(layout, "manifest.json"), JSON.stringify(docker));
}

function writeJson(layout: string, mediaType: string, value: unknown): Blob {
  const path = join(layout, "blob.json");
  write(path, JSON.stringify(value));
  return keep(layout, path, mediaType);
}

/** Files it under its digest. */
function keep(layout: string, path: string, mediaType: string): Blob {
  const digest = digestOf(path);
  const { size } = statSync(path);
  renameSync(path, join(layout, "blobs", digest.replace(":", "/")));
  return { mediaType, digest, size };
}

function digestOf(path: string): string {
  return `sha256:${run(["sha256sum", path]).split(" ")[0]}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
