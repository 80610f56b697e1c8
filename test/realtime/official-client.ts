/** `bun official-client.ts URL KEY`: OpenAI's JavaScript client, unmodified, with both of its sockets; JSON of what came. */
import OpenAI from "openai";
import { OpenAIRealtimeWebSocket } from "openai/realtime/websocket";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { audio } from "../support/live-client.ts";

const [url = "", apiKey = ""] = process.argv.slice(2);
const client = new OpenAI({ apiKey, baseURL: `${url}/v1` });
const session = {
  type: "transcription",
  audio: {
    input: {
      format: { type: "audio/pcm", rate: 24_000 },
      transcription: { model: "speech-v1.5", language: "en" },
      turn_detection: null,
    },
  },
} as const;

type Realtime = OpenAIRealtimeWebSocket | OpenAIRealtimeWS;

function hear(realtime: Realtime, whenOpen: (start: () => void) => void): Promise<string[]> {
  const types: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  realtime.on("error", reject);
  realtime.on("event", ({ type }) => types.push(type));
  realtime.on("conversation.item.input_audio_transcription.completed", ({ transcript, usage }) => {
    realtime.close();
    resolve([...types, transcript, usage.type]);
  });
  whenOpen(() => {
    realtime.send({ type: "session.update", session });
    // At 24 kHz it lasts two thirds as long.
    realtime.send({ type: "input_audio_buffer.append", audio: audio(2.25) });
    realtime.send({ type: "input_audio_buffer.commit" });
  });
  return promise;
}

const secret = await client.realtime.clientSecrets.create({ session });
const browser = new OpenAIRealtimeWebSocket(
  { intent: "transcription" },
  new OpenAI({ apiKey: secret.value, baseURL: `${url}/v1` }),
);
const inBrowser = await hear(browser, (start) => browser.socket.addEventListener("open", start));
const node = new OpenAIRealtimeWS({ intent: "transcription" }, client);
const inNode = await hear(node, (start) => node.socket.on("open", start));
console.log(JSON.stringify({ secret: secret.value.slice(0, 3), inBrowser, inNode }));
