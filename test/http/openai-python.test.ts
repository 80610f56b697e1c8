/** OpenAI's Python client, where Python has it (`pip install openai`); skipped with a note elsewhere. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { PYTHON, pythonRuns } from "../support/python.ts";
import { startServer } from "../support/server.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const hasClient = pythonRuns("import openai");
if (!hasClient) console.log("skipped: python3 has no package openai");

test.skipIf(!hasClient)("every format and the errors come out of the Python client", async () => {
  const server = await startServer();
  try {
    await server.context.engine.ready();
    const script = join(import.meta.dir, "openai_client.py");
    const child = Bun.spawn([PYTHON, script, `${server.url}/v1`, server.key, RECORDING], {
      stdout: "pipe",
      stderr: "inherit",
    });
    expect(JSON.parse(await new Response(child.stdout).text())).toEqual({
      json: RECORDING_TEXT,
      text: expect.stringContaining(RECORDING_TEXT),
      srt: expect.stringMatching(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\n/),
      vtt: expect.stringMatching(/^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\n/),
      verbose: [RECORDING_TEXT, expect.any(Number), "en", [RECORDING_TEXT]],
      models: ["speech-v1.5"],
      unknown_model: ["NotFoundError", 404, "model_not_found", "model"],
      stream: ["BadRequestError", 400, "unsupported_value", "stream"],
      temperature: ["BadRequestError", 400, "unsupported_value", "temperature"],
    });
  } finally {
    await server.close();
  }
});
