import { storedAnswer } from "../web/answers.ts";
import type { KeyRoute } from "../web/route.ts";
import { receiveTranscription, type TranscriptionDeps } from "./create-request.ts";

export function transcriptionRoutes(deps: TranscriptionDeps): KeyRoute[] {
  return [
    {
      method: "POST",
      path: "/v1/audio/transcriptions",
      family: "transcription",
      access: "key",
      scope: "write",
      audio: true,
      handle: async (exchange) =>
        storedAnswer(await deps.transcription.create(await receiveTranscription(exchange, deps))),
    },
  ];
}
