import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { assembleMoonshine, moonshineFiles } from "./files.ts";
import { moonshineTokens } from "./tokens.ts";

/** By id, of the file that the packages of this clone make. */
function tokens(): Map<number, string> {
  const file = moonshineFiles().find(({ name }) => name === "tokens.txt");
  const lines = readFileSync(file?.source ?? "", "utf8")
    .trimEnd()
    .split("\n");
  return new Map(
    lines.map((line) => {
      const [encoded = "", id] = line.split("\t");
      return [Number(id), Buffer.from(encoded, "base64").toString("latin1")];
    }),
  );
}

describe("tokens.txt", () => {
  test("has LLaMA's tokens and the model's own, each once as sure and once as doubted", () => {
    const all = tokens();
    expect(all.size).toBe(2 * 32_768);
    expect([0, 1, 2].map((id) => all.get(id))).toEqual(["<unk>", "<s>", "</s>"]);
    expect([32_000, 32_767].map((id) => all.get(id))).toEqual(["<<ST_0>>", "<<ST_767>>"]);
    const text = (id: number) => Buffer.from(all.get(id) ?? "", "latin1").toString();
    for (const id of [0, 259, 260, 31_999, 32_767]) expect(text(32_768 + id)).toBe(`${text(id)}\u{e000}`);
  });

  test("spells the tokens of single bytes as those bytes, and spaces as a sign of their own", () => {
    const all = tokens();
    for (let byte = 0; byte < 256; byte++)
      for (const id of [3 + byte, 32_768 + 3 + byte]) expect(all.get(id)).toBe(String.fromCharCode(byte));
    expect(Buffer.from(all.get(260) ?? "", "latin1").toString()).toBe("▁t");
  });

  test("is not made from another vocabulary", () => {
    expect(() => moonshineTokens(["<unk>"])).toThrow("has 1 tokens instead of 32000");
  });
});

describe("putting the pack together", () => {
  const PACKAGE = join(import.meta.dir, "../../../node_modules/@moonshine-ai/moonshine-js");
  const NETWORKS = "dist/model/tiny/quantized";

  function inTemporary(action: (folder: string) => void): void {
    using folder = temporaryFolder();
    action(folder.path);
  }

  test("gives the files that pack.json names, and leaves nothing else behind", () =>
    inTemporary((folder) => {
      const files = assembleMoonshine(PACKAGE, folder);
      const [made = ""] = readdirSync(folder);
      expect(readdirSync(join(folder, made)).sort()).toEqual(files.map(({ name }) => name).sort());
      expect(assembleMoonshine(PACKAGE, folder)).toEqual(files);
    }));

  test("says which package is missing, also where the pack was put together before", () =>
    inTemporary((folder) => {
      assembleMoonshine(PACKAGE, folder);
      expect(() => assembleMoonshine("@moonshine-ai/no-such-package", folder)).toThrow(
        "The package @moonshine-ai/no-such-package, of which the English recognizer is made, is missing: run bun install.",
      );
    }));

  test.each([
    ["decoder_model_merged.onnx", "eed87831"],
    ["encoder_model.onnx", "c6fc4b7b"],
  ])("refuses another %s than was published", (name, expected) =>
    inTemporary((folder) => {
      mkdirSync(join(folder, "package", NETWORKS), { recursive: true });
      cpSync(join(PACKAGE, NETWORKS), join(folder, "package", NETWORKS), { recursive: true });
      writeFileSync(join(folder, "package/package.json"), "{}");
      const network = join(folder, "package", NETWORKS, name);
      const bytes = readFileSync(network);
      bytes[1000] = (bytes[1000] ?? 0) ^ 1;
      writeFileSync(network, bytes);
      expect(() => assembleMoonshine(join(folder, "package"), folder)).toThrow(
        new RegExp(`moonshine-tiny-en: ${name} has the SHA-256 [0-9a-f]{64} instead of ${expected}`),
      );
    }),
  );
});
