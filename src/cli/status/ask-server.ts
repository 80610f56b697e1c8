import type { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { Health } from "../../http/health.ts";
import type { FunctionalHealth } from "../../transcription/functional-check.ts";

export interface ServerStatus {
  health: z.infer<typeof Health>;
  functional: FunctionalHealth;
}

/**
 * @param isOurs found by its data folder: its certificate may be for other names than this machine's own.
 * @returns null if nothing answers in time, or something else than tiro does.
 */
export async function askServer(url: string, isOurs: boolean): Promise<ServerStatus | null> {
  const signal = AbortSignal.timeout(limits.doctorHealthMs);
  const ask = async <Answer>(path: string) =>
    (await (
      await fetch(url + path, { signal, tls: { rejectUnauthorized: !isOurs } })
    ).json()) as Answer | null;
  try {
    const [health, functional] = await Promise.all([
      ask<ServerStatus["health"]>("/health"),
      ask<FunctionalHealth>("/health/functional"),
    ]);
    return health?.checks?.engine && functional?.status ? { health, functional } : null;
  } catch {
    return null;
  }
}
