import type { Spool } from "../store/spool.ts";
import type { TranscriptionService } from "../transcription/service.ts";
import { storedAnswer } from "./answers.ts";
import { receiveTranscription } from "./create-request.ts";
import type { KeyRoute } from "./route.ts";

export interface TranscriptionDeps {
  transcription: TranscriptionService;
  spool: Spool;
}

export function transcriptionRoutes({ transcription, spool }: TranscriptionDeps): KeyRoute[] {
  return [
    {
      method: "POST",
      path: "/v1/audio/transcriptions",
      family: "transcription",
      access: "key",
      audio: true,
      handle: async (exchange) =>
        storedAnswer(await transcription.create(await receiveTranscription(exchange, spool))),
    },
  ];
}
