/** The conformance suite over the recognizer that hears English by default, with the starter beside it. */
import { startMoonshine } from "../../scripts/bench/alignment/moonshine.ts";
import { describeEngine } from "./conformance.ts";

describeEngine("Moonshine Tiny", startMoonshine, { modelId: "moonshine-tiny-en@", textOf: null });
