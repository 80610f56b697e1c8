import { z } from "zod";
import { partyOf } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { DictationFields } from "../dictation/parameters.ts";
import { DictationResult, unsureWordsHeaders } from "../dictation/result.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import type { MemoryUploads } from "../store/uploads/memory-uploads.ts";
import { storedAnswer } from "../web/answers.ts";
import { jsonOf, type Operation, REPLAYED, uploadBody } from "../web/operation.ts";
import type { KeyRoute } from "../web/route.ts";
import { AUDIO_ERRORS, readMultipart } from "./multipart.ts";
import { paceOf } from "./upload-pace.ts";

const ANSWER_HEADERS = REPLAYED.extend(unsureWordsHeaders.shape).extend({
  "Tiro-Formatting": z
    .string()
    .optional()
    .describe(
      "Who made the text, in the form of RFC 9651: `rules`, `language-model`, and why one of them did not, such as `rules, language-model;refused=number_changed`; `punctuation;failed` if the recognizer writes no punctuation and nothing else could in time. Not on a replayed answer.",
    ),
});

const operation: Operation = {
  id: "createDictation",
  tags: ["Dictation"],
  summary: "Turn speech into finished text",
  description:
    "The call stays open until the text is finished, up to 210 s (or less if the site chose so); then it ends with 504 `request_timeout`, nothing is kept or billed, and the key is free for another try. A key's answer can be had again for 24 hours. If history is off (privacy mode, or the organization's policy) nothing is stored: the answer for the key is held in memory only, and `session_id` names no session.",
  body: uploadBody(DictationFields, ["audio", "WAV, 16 kHz, mono, 16-bit PCM, at most 10 minutes."]),
  answers: {
    200: {
      ...jsonOf(
        "The finished text. A silent recording gives an empty one, makes no session and has the language `auto`.",
        DictationResult,
      ),
      headers: ANSWER_HEADERS,
    },
  },
  errors: [...AUDIO_ERRORS],
};

export interface DictationDeps {
  dictation: DictationUseCases;
  dictationUploads: MemoryUploads;
  config: Pick<Config, "limits">;
}

export function dictationRoutes({ dictation, dictationUploads, config }: DictationDeps): KeyRoute[] {
  return [
    {
      method: "POST",
      path: "/v1/dictations",
      family: "product",
      access: "key",
      scope: "write",
      audio: true,
      operation,
      handle: async ({ request, requestId, principal, idempotencyKey }) => {
        const { fields, file: audio } = await readMultipart(
          request,
          dictationUploads.forParty(partyOf(principal)),
          {
            fileParam: "audio",
            maxFileBytes: limits.dictationFileBytes,
            stallMs: limits.uploadStallMs,
            totalMs: limits.uploadMs,
            party: partyOf(principal),
            pace: paceOf(config),
          },
        );
        const { signal } = request;
        return storedAnswer(
          await dictation.create({ requestId, principal, fields, audio, idempotencyKey, signal }),
        );
      },
    },
  ];
}
