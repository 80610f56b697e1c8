import type { Schemas } from "./api-types.ts";
import { unreachable } from "./fault.ts";
import { ownHeaders } from "./session.ts";

/** Its answer is the same whether or not the server is well (503). */
export async function loadHealth(signal: AbortSignal): Promise<Schemas["Health"]> {
  const answer = await fetch("/v1/health", { headers: ownHeaders("GET"), signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw unreachable(String(error));
  });
  return (await answer.json()) as Schemas["Health"];
}
