import { z } from "zod";
import { DiarizedTranscription } from "../transcription/formats/diarized-json.ts";
import { JsonTranscription } from "../transcription/formats/json.ts";
import { VerboseTranscription } from "../transcription/formats/verbose-json.ts";
import { storedAnswer } from "../web/answers.ts";
import { type Operation, REPLAYED } from "../web/operation.ts";
import type { KeyRoute } from "../web/route.ts";
import {
  receiveTranscription,
  TRANSCRIPTION_BODY,
  TRANSCRIPTION_ERRORS,
  type TranscriptionDeps,
} from "./create-request.ts";

/** In the format that was asked for. */
export const TRANSCRIBED = {
  description: "The transcription, in the format that `response_format` names.",
  headers: REPLAYED.extend({
    "Tiro-Formatting": z
      .string()
      .optional()
      .describe(
        "`punctuation;failed` if the text should have got punctuation and capitals and could not, or not in time. Jobs wait instead.",
      ),
  }),
  content: {
    "application/json": { schema: z.union([JsonTranscription, VerboseTranscription, DiarizedTranscription]) },
    "text/plain": { schema: z.string().describe("For the formats text and srt.") },
    "text/vtt": { schema: z.string().describe("For the format vtt.") },
  },
};

const operation: Operation = {
  id: "createTranscription",
  tags: ["Transcription"],
  summary: "Transcribe a recording and wait for the result",
  description:
    "A call that passes the deadline (210 s unless the site chose less) ends with 504 `request_timeout`, whose `job_id` can be polled.",
  body: TRANSCRIPTION_BODY,
  answers: { 200: TRANSCRIBED },
  errors: TRANSCRIPTION_ERRORS,
};

export function transcriptionRoutes(deps: TranscriptionDeps): KeyRoute[] {
  return [
    {
      method: "POST",
      path: "/v1/audio/transcriptions",
      family: "transcription",
      access: "key",
      scope: "write",
      audio: true,
      operation,
      handle: async (exchange) => {
        const uploads = deps.transcription.uploadsOfCall(exchange.principal);
        const request = await receiveTranscription(exchange, uploads, deps);
        return storedAnswer(await deps.transcription.create(request));
      },
    },
  ];
}
