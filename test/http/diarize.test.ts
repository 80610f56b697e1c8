/** Speaker labels through real HTTP, with the networks that ship with tiro. */
import { afterEach, describe, expect, test } from "bun:test";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import OpenAI from "openai";
import { eventually } from "../support/eventually.ts";
import { testServer } from "../support/test-servers.ts";

const CONVERSATION = join(import.meta.dir, "../audio/conversation_two_speakers.wav");
/** Seconds at which each turn is over: A, B, A, B, … */
const TURN_ENDS = [3.9, 6.9, 10.6, 15.1, 19, 23.3, 26.4, 29.7];

interface Diarized {
  text: string;
  duration: number;
  speaker_count: number;
  speakers: string[];
  utterances: {
    speaker: string;
    start: number;
    end: number;
    text: string;
    words: { word: string; start: number; end: number; speaker: string }[];
  }[];
  segments: { id: string; type: string; speaker: string; start: number; end: number; text: string }[];
  usage: { type: string; seconds: number };
}

const server = await testServer();
await server.context.engine.ready();
const key = server.newKey();

afterEach(() => server.spoolEmpty());

async function send(fields: Record<string, string>, route = "transcriptions"): Promise<Response> {
  const form = new FormData();
  form.set("model", "speech-v1.5");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([await Bun.file(CONVERSATION).bytes()]), "talk.wav");
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${server.url}/v1/audio/${route}`, { method: "POST", body: form, headers });
}

async function ended(url: string, headers: Record<string, string>): Promise<void> {
  const status = async () => ((await (await fetch(url, { headers })).json()) as { status: string }).status;
  await eventually(async () => (await status()) === "queued", false);
}

describe("speaker labels", () => {
  test("of two people who talk in turns, every word has the right one", async () => {
    const response = await send({ diarize: "true" });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    const result = (await response.json()) as Diarized;
    expect([result.speaker_count, result.speakers]).toEqual([2, ["spk_0", "spk_1"]]);
    expect(result.utterances.map(({ speaker }) => speaker)).toEqual(
      TURN_ENDS.map((_, turn) => `spk_${turn % 2}`),
    );
    const words = result.utterances.flatMap(({ words }) => words);
    expect(words.length).toBeGreaterThan(60);
    for (const { speaker, start, end } of words) {
      expect(start).toBeLessThanOrEqual(end);
      const turn = TURN_ENDS.findIndex((over) => (start + end) / 2 < over);
      expect(speaker).toBe(`spk_${turn % 2}`);
    }
    expect(result.utterances.map(({ text }) => text).join(" ")).toBe(result.text);
    expect(result.segments.map(({ text }) => text).join(" ")).toBe(result.text);
    expect(result.usage).toEqual({ type: "duration", seconds: 30 });
  });

  test("as subtitles, with one speaker kept", async () => {
    const vtt = await (await send({ diarize: "true", response_format: "vtt" })).text();
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.\d+ --> 00:00:0\d\.\d+\n<v spk_0>/);
    expect(vtt).toContain("\n<v spk_1>");
    const srt = await (await send({ diarize: "true", response_format: "srt", max_speakers: "1" })).text();
    expect(new Set(srt.match(/spk_\d/g)).size).toBe(1);
  });

  test("a stored job, whose result is the same", async () => {
    const created = await send({ diarize: "true", max_speakers: "2" }, "transcription-jobs");
    expect(created.status).toBe(202);
    const { id } = (await created.json()) as { id: string };
    const headers = { authorization: `Bearer ${key}` };
    const url = `${server.url}/v1/audio/transcription-jobs/${id}`;
    await ended(url, headers);
    const result = (await (await fetch(`${url}/result`, { headers })).json()) as Diarized;
    expect([result.speaker_count, result.speakers]).toEqual([2, ["spk_0", "spk_1"]]);
    expect(result.utterances).toHaveLength(TURN_ENDS.length);
  });

  test("OpenAI's own client reads the result as its type says", async () => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key, maxRetries: 0 });
    const result = (await client.audio.transcriptions.create({
      model: "speech-v1.5",
      file: createReadStream(CONVERSATION),
      response_format: "diarized_json",
      diarize: true,
    } as never)) as unknown as OpenAI.Audio.TranscriptionDiarized;
    expect(result.task).toBe("transcribe");
    expect(result.duration).toBeCloseTo(29.73, 1);
    expect(result.segments[0]).toMatchObject({
      id: "seg_0",
      speaker: "spk_0",
      type: "transcript.text.segment",
    });
  });

  test.each([
    [{ diarize: "true", response_format: "json" }, "unsupported_value", "response_format"],
    [{ diarize: "true", response_format: "text" }, "unsupported_value", "response_format"],
    [{ diarize: "true", response_format: "verbose_json" }, "unsupported_value", "response_format"],
    [{ response_format: "diarized_json" }, "unsupported_value", "response_format"],
    [{ max_speakers: "2" }, "unsupported_value", "max_speakers"],
    [{ diarize: "true", max_speakers: "9" }, "invalid_request", "max_speakers"],
    [{ diarize: "yes" }, "invalid_request", "diarize"],
  ] as [Record<string, string>, string, string][])("%p is refused", async (fields, code, param) => {
    const response = await send(fields);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { code: string; param: string } };
    expect([error.code, error.param]).toEqual([code, param]);
  });
});
