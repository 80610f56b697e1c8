/** The files of `moonshine-tiny-en` inside an executable. Only a bundled program may import this: the build puts them together. */

import decoder from "../../../models/moonshine-tiny-en/decoder_model_merged.onnx" with { type: "file" };
import encoder from "../../../models/moonshine-tiny-en/encoder_model.onnx" with { type: "file" };
import card from "../../../models/moonshine-tiny-en/MODEL_CARD.md" with { type: "file" };
import manifest from "../../../models/moonshine-tiny-en/pack.json" with { type: "file" };
import tokens from "../../../models/moonshine-tiny-en/tokens.txt" with { type: "file" };
import { type CarriedFile, carriedFile } from "../../lib/unpack.ts";

export const embedded: CarriedFile[] = [
  { name: "MODEL_CARD.md", source: card },
  carriedFile("decoder_model_merged.onnx", decoder),
  carriedFile("encoder_model.onnx", encoder),
  // TypeScript takes the type of a JSON import from the file's content, whatever the attribute says.
  { name: "pack.json", source: manifest as unknown as string },
  carriedFile("tokens.txt", tokens),
];
