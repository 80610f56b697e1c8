import type { Schemas } from "./api-types.ts";
import { ApiFault } from "./fault.ts";
import { ownHeaders } from "./session.ts";

/** Its answer is the same whether or not the server is well (503). */
export async function loadHealth(signal: AbortSignal): Promise<Schemas["Health"]> {
  const answer = await fetch("/v1/health", { headers: ownHeaders("GET"), signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiFault({ code: "unreachable", status: 0, message: String(error) });
  });
  return (await answer.json()) as Schemas["Health"];
}
