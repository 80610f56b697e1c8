import { limits } from "../config/limits.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import type { MemoryUploads } from "../store/memory-uploads.ts";
import { storedAnswer } from "../web/answers.ts";
import type { KeyRoute } from "../web/route.ts";
import { readMultipart } from "./multipart.ts";

export interface DictationDeps {
  dictation: DictationUseCases;
  dictationUploads: MemoryUploads;
}

export function dictationRoutes({ dictation, dictationUploads }: DictationDeps): KeyRoute[] {
  return [
    {
      method: "POST",
      path: "/v1/dictations",
      family: "product",
      access: "key",
      scope: "write",
      audio: true,
      handle: async ({ request, requestId, principal, idempotencyKey }) => {
        const { fields, file: audio } = await readMultipart(request, dictationUploads, {
          fileParam: "audio",
          maxFileBytes: limits.dictationFileBytes,
          stallMs: limits.uploadStallMs,
          totalMs: limits.uploadMs,
        });
        const { signal } = request;
        return storedAnswer(
          await dictation.create({ requestId, principal, fields, audio, idempotencyKey, signal }),
        );
      },
    },
  ];
}
