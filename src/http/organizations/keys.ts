/** An organization's API keys, for those of its people whose role allows it. */
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
  rotateKeyAnswer,
  rotationSchema,
} from "../bodies/api-keys.ts";
import { organizationRoute } from "./organization-route.ts";

export function organizationKeyRoutes(deps: KeyRouteDeps): PersonRoute[] {
  const routes = [
    organizationRoute(deps, "keys.read", "GET /keys", {
      id: "listOrganizationKeys",
      summary: "The organization's API keys",
      answers: { 200: jsonOf("All of them, the newest first.", ApiKeyList) },
      handle: (_exchange, { organization }) => keyListAnswer(deps, organization.id),
    }),
    organizationRoute(deps, "keys.change", "POST /keys", {
      id: "createOrganizationKey",
      summary: "Make an API key of the organization",
      description: "The answer alone has the whole key.",
      body: jsonBody(newKeySchema, { name: "Call centre", expires_in_days: 365 }),
      answers: { 201: jsonOf("The key.", CreatedApiKey) },
      handle: (exchange, { organization }) => createKeyAnswer(deps, exchange, organization),
    }),
    organizationRoute(deps, "keys.change", "POST /keys/:key/rotate", {
      parts: keyPath(),
      id: "rotateOrganizationKey",
      summary: "Make an API key in the place of one of the organization's",
      description:
        "With its name, scopes and length of life. The old key works on for the overlap, in which programs change over. The answer alone has the whole key.",
      body: jsonBody(rotationSchema, { overlap_days: 7 }),
      answers: { 201: jsonOf("The new key.", CreatedApiKey) },
      errors: ["invalid_request", "key_not_found"],
      handle: (exchange, { organization }) => rotateKeyAnswer(deps, exchange, organization),
    }),
    organizationRoute(deps, "keys.change", "DELETE /keys/:key", {
      parts: keyPath(),
      id: "revokeOrganizationKey",
      summary: "Revoke an API key of the organization",
      answers: { 204: { description: "Revoked, now or before." } },
      errors: ["key_not_found"],
      handle: (exchange, { organization }) => revokeKeyAnswer(deps, exchange, organization),
    }),
  ];
  return routes.map((route) => ({ ...route, refusesKeys: true }));
}
