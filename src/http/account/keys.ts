/** A person's own API keys: for the person alone, so that no key can make another. */
import { jsonBody, jsonOf } from "../../web/operation.ts";
import type { PersonRoute } from "../../web/route.ts";
import {
  ApiKeyList,
  CreatedApiKey,
  createKeyAnswer,
  type KeyRouteDeps,
  keyListAnswer,
  keyPath,
  newKeySchema,
  revokeKeyAnswer,
} from "../bodies/api-keys.ts";
import { personApi } from "./person-api.ts";

export function keyRoutes(deps: KeyRouteDeps): PersonRoute[] {
  return [
    personApi("GET /v1/keys", {
      id: "listKeys",
      summary: "Your API keys",
      description: "Also expired and revoked ones.",
      answers: { 200: jsonOf("All of them, the newest first.", ApiKeyList) },
      handle: ({ logIn }) => keyListAnswer(deps, logIn.userId),
    }),
    personApi("POST /v1/keys", {
      id: "createKey",
      summary: "Make an API key",
      description: "The answer alone has the whole key.",
      body: jsonBody(newKeySchema, { name: "Laptop", scopes: ["read", "write"], expires_in_days: 90 }),
      answers: { 201: jsonOf("The key.", CreatedApiKey) },
      handle: (exchange) => createKeyAnswer(deps, exchange, { id: exchange.logIn.userId }),
    }),
    personApi("DELETE /v1/keys/:key", {
      id: "revokeKey",
      summary: "Revoke an API key",
      description: "It is refused from the next request on.",
      path: keyPath(),
      answers: { 204: { description: "Revoked, now or before." } },
      errors: ["key_not_found"],
      handle: (exchange) => revokeKeyAnswer(deps, exchange, { id: exchange.logIn.userId }),
    }),
  ];
}
