/** Protected resource metadata (RFC 9728): from the API or `/mcp` to the server that gives tokens for it. */
import { z } from "zod";
import { SCOPES } from "../accounts/credentials/scopes.ts";
import {
  RESOURCE_NAMES,
  type ResourceName,
  resourceIdentifier,
  resourceMetadataPath,
} from "../accounts/oauth/resources.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf, type Operation } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";

const TITLES = { api: "tiro's API", mcp: "tiro for assistants" } as const satisfies Record<
  ResourceName,
  string
>;

const answers = { 200: jsonOf("The metadata.", z.looseObject({ resource: z.string() })) };
const OPERATIONS = {
  api: {
    id: "getApiResourceMetadata",
    tags: ["OAuth"],
    summary: "Metadata of the API as a protected resource (RFC 9728)",
    answers,
  },
  mcp: {
    id: "getMcpResourceMetadata",
    tags: ["OAuth"],
    summary: "Metadata of `/mcp` as a protected resource (RFC 9728)",
    answers,
  },
} as const satisfies Record<ResourceName, Operation>;

export function protectedResourceMetadataRoutes(): PublicRoute[] {
  return RESOURCE_NAMES.map((resource) => ({
    method: "GET",
    path: resourceMetadataPath(resource),
    family: "oauth",
    access: "public",
    operation: OPERATIONS[resource],
    crossOrigin: true,
    handle: ({ publicUrl }) =>
      jsonAnswer(200, {
        resource: resourceIdentifier(publicUrl, resource),
        resource_name: TITLES[resource],
        authorization_servers: [publicUrl],
        scopes_supported: SCOPES,
        bearer_methods_supported: ["header"],
        resource_documentation: `${publicUrl}/openapi.json`,
      }),
  }));
}
