import { storedAnswer } from "./answers.ts";
import { receiveTranscription, type TranscriptionDeps } from "./create-request.ts";
import type { KeyRoute } from "./route.ts";

export function transcriptionRoutes(deps: TranscriptionDeps): KeyRoute[] {
  return [
    {
      method: "POST",
      path: "/v1/audio/transcriptions",
      family: "transcription",
      access: "key",
      audio: true,
      handle: async (exchange) =>
        storedAnswer(await deps.transcription.create(await receiveTranscription(exchange, deps))),
    },
  ];
}
