/** A model in Whisper's shape that hears one and the same language in all speech. */
import { join } from "node:path";
import { Graph } from "./graph.ts";

const MELS = 80;
const STATE = 4;
const CONTEXT = 8;
const LAYERS = 1;
const CODES = ["en", "de", "fr", "zh"];
/** Languages follow the begin-of-text token. */
const FIRST_LANGUAGE = 1;
const VOCABULARY = CODES.length + 8;

/** Writes `encoder.onnx` and `decoder.onnx`. @param language one of en, de, fr, zh. */
export function writeLanguageIdentification(folder: string, language: string): void {
  const encoder = new Graph();
  const mel = encoder.input("mel", "float", [1, MELS, "T"]);
  const mean = encoder.op("ReduceMean", [mel], { axes: [0, 1, 2], keepdims: 0 });
  for (const name of ["n_layer_cross_k", "n_layer_cross_v"]) {
    const cross = encoder.op("Mul", [mean, encoder.weights([LAYERS, 1, 1, STATE])]);
    encoder.output(name, cross, "float", [LAYERS, 1, 1, STATE]);
  }
  encoder.write(join(folder, "encoder.onnx"), {
    model_type: "whisper-tiny",
    n_mels: MELS,
    n_text_layer: LAYERS,
    n_text_ctx: CONTEXT,
    n_text_state: STATE,
    n_vocab: VOCABULARY,
    sot: 0,
    eot: VOCABULARY - 1,
    blank_id: VOCABULARY - 2,
    translate: VOCABULARY - 3,
    transcribe: VOCABULARY - 4,
    is_multilingual: 1,
    no_timestamps: VOCABULARY - 5,
    no_speech: VOCABULARY - 6,
    sot_sequence: "0,1,2",
    all_language_tokens: CODES.map((_, i) => FIRST_LANGUAGE + i).join(","),
    all_language_codes: CODES.join(","),
  });

  const decoder = new Graph();
  const cache = [LAYERS, 1, CONTEXT, STATE];
  const cross = [LAYERS, 1, 1, STATE];
  decoder.input("tokens", "int64", [1, "N"]);
  const k = decoder.input("in_n_layer_self_k_cache", "float", cache);
  const v = decoder.input("in_n_layer_self_v_cache", "float", cache);
  const crossK = decoder.input("n_layer_cross_k", "float", cross);
  decoder.input("n_layer_cross_v", "float", cross);
  decoder.input("offset", "int64", [1]);
  const said = decoder.floats(
    [1, 1, VOCABULARY],
    Array.from({ length: VOCABULARY }, (_, id) => (id === FIRST_LANGUAGE + CODES.indexOf(language) ? 9 : 0)),
  );
  const nothing = decoder.op("Mul", [
    decoder.op("ReduceMean", [crossK], { axes: [0, 1, 2, 3], keepdims: 0 }),
    decoder.floats([1], [0]),
  ]);
  decoder.output("logits", decoder.op("Add", [said, nothing]), "float", [1, 1, VOCABULARY]);
  decoder.output("out_n_layer_self_k_cache", k, "float", cache);
  decoder.output("out_n_layer_self_v_cache", v, "float", cache);
  decoder.write(join(folder, "decoder.onnx"));
}
