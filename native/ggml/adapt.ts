/**
 * whisper.cpp's libraries, as the npm package `whisper-node-addon` brings them, made to load from one folder and on glibc
 * 2.34: `libggml-base.so` asks glibc 2.38 for one symbol alone, a `strtol` that also reads binary digits, and their run
 * paths name folders of the machine that built them. THIRD_PARTY_NOTICES.md lists these changes.
 */
import { createHash } from "node:crypto";
import { ElfLibrary } from "../elf.ts";

/** SHA-256 of the originals: of other ones nobody knows that the changes are right. */
export const GGML_LIBRARIES: Readonly<Record<string, string>> = {
  "libggml-base.so": "b490f91b9e3ce17f23a70e5007b627b4af31f3c7c29f5fe72c63045adcd85cb1",
  "libggml-cpu.so": "f004cee400159baf1e7e9e69dcf1c58125fa85a6a55ffb6df295e3873452447b",
  "libggml.so": "f68371848848d6bed51e206e736c45d09adb21f6f45210a85ade9cc4fcf26d1f",
  "libwhisper.so.1": "55daf41f724560cfdeaecfa88e9c66507d93b515028fc71fa30d8f6d52a25df4",
};

/** Changes whenever what is done to them does. */
export const ADAPTATION = 1;

const OLDEST_GLIBC = "GLIBC_2.34";
const BASE_GLIBC = "GLIBC_2.2.5";
/** By symbols that older versions lack: the same function under an older name, which is the new name's tail. */
const OLDER_NAMES: Readonly<Record<string, string>> = { __isoc23_strtol: "strtol" };

/** @throws on a library that is not the expected one, or that needs more of glibc than is known. */
export function adaptLibrary(name: string, original: Uint8Array): Buffer {
  const sum = createHash("sha256").update(original).digest("hex");
  if (sum !== GGML_LIBRARIES[name]) throw new Error(`${name} has the SHA-256 ${sum}, which is not expected`);
  return adaptElf(name, original);
}

/** @throws if a symbol of a newer glibc is not among those that have an older name. */
export function adaptElf(name: string, original: Uint8Array): Buffer {
  const library = new ElfLibrary(original);
  library.setRunPath("$ORIGIN");
  const versions = library.neededVersions();
  for (const version of versions.filter((each) => isNewer(each.name))) {
    for (const symbol of library.symbolsOf(version)) {
      const older = OLDER_NAMES[symbol];
      const base = versions.find((each) => each.library === version.library && each.name === BASE_GLIBC);
      if (older === undefined || !base) throw new Error(`${name} needs ${symbol} of ${version.name}`);
      library.rename(symbol, older, base);
    }
    library.makeOptional(version);
  }
  return library.bytes;
}

function isNewer(version: string): boolean {
  return version.startsWith("GLIBC_") && version.localeCompare(OLDEST_GLIBC, "en", { numeric: true }) > 0;
}
