import type { Architecture } from "../platform.ts";

export const SHERPA_VERSION = "1.13.8";

/** SHA-256 of the published libraries and of what the cut makes of them: of others nobody knows that it is right. */
export const SHERPA_LIBRARIES: Readonly<Record<Architecture, { original: string; result: string }>> = {
  x64: {
    original: "b1019f8c9583e3e576c2ba6032b580677fcf6e2230c241a8b423c65aceded021",
    result: "80d50a6bc41cb40b5b4ed3ec3615bf82db163df4a54cbdffa448a9c4409d443f",
  },
  arm64: {
    original: "d1b41ded09e00017b37375584792cf697dad8bf35ccd787706acdbc4c7afc912",
    result: "1731b04d2e271bacf5d6c88503f7c1f423d1f559c0ca91acb8a0d2b4dfced967",
  },
};
