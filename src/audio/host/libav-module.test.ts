import { expect, test } from "bun:test";
import { limits } from "../../config/limits.ts";
import { loadLibav } from "./libav-module.ts";

const MIB = 2 ** 20;

test.each(["fat", "obsolete"] as const)(
  "the module %s takes memory up to its limit and no more",
  async (variant) => {
    const module = await loadLibav(variant, null);
    let taken = 0;
    while (module._malloc(4 * MIB) !== 0) taken += 4 * MIB;
    expect(module.HEAPU8.length).toBeLessThanOrEqual(limits.mediaModuleBytes);
    expect(taken).toBeGreaterThan(limits.mediaModuleBytes / 2);
  },
);
