/** The conformance suite over whisper.cpp: the second library means that the interface is one. */

import { testFolder } from "../support/folders.ts";
import { describeEngine } from "./conformance.ts";
import { startModel } from "./models/engine.ts";
import { ggmlModel, RUNS_GGML, smallSizes, writeHearing } from "./models/whisper-ggml.ts";

const place = testFolder();

if (RUNS_GGML) {
  writeHearing(place, smallSizes({ vocabulary: 51_864 }));
  describeEngine("whisper.cpp", () => startModel(ggmlModel(place, { languages: ["en"] })), {
    modelId: "whisper_ggml@1.0.0",
    textOf: null,
  });
}
