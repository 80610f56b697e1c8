/** `bun spell.ts WAV…`: what the starter's network says of each recording through sherpa-onnx, as JSON for check_features.py. */
import { loadStarter, wavFloats } from "../../bench/starter.ts";

const recognizer = await loadStarter(false);
for (const path of process.argv.slice(2)) {
  const decode = recognizer.prepare(wavFloats(path), 16_000, { language: null, hotwords: [] });
  const { tokens, timestamps } = await decode();
  console.log(JSON.stringify({ path, tokens, timestamps }));
}
