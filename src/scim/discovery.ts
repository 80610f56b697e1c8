/** Discovery for directories (RFC 7643 §5 to §7): `/ServiceProviderConfig`, `/ResourceTypes`, `/Schemas`. */
import { z } from "zod";
import { ScimError } from "../accounts/directory/scim-error.ts";
import { limits } from "../config/limits.ts";
import { scimAnswer } from "../web/answers.ts";
import type { PublicRoute } from "../web/route.ts";
import { ATTRIBUTES, type ResourceType, schemaUri } from "./attributes.ts";
import { type ScimDeps, type ScimExchange, scimOperation, scimRoute } from "./scim-route.ts";

const TYPES = ["User", "Group"] as const satisfies ResourceType[];
const NAMED = { id: z.string() };

export function discoveryRoutes(deps: ScimDeps): PublicRoute[] {
  return [
    scimRoute(
      deps,
      "GET",
      "/ServiceProviderConfig",
      scimOperation("getScimConfig", "Capabilities of this server", [200]),
      (_, { base }) => scimAnswer(200, serviceProviderConfig(base)),
    ),
    ...catalogue(deps, "/ResourceTypes", "ResourceTypes", "Kinds of resources", resourceType),
    ...catalogue(deps, "/Schemas", "Schemas", "Attributes of resources", schema),
  ];
}

/** A list of things that are the same for everybody, and each of them by its id. */
function catalogue(
  deps: ScimDeps,
  path: string,
  name: string,
  summary: string,
  describe: (type: ResourceType, base: string) => { id: string },
): PublicRoute[] {
  const all = ({ query, base }: ScimExchange) => {
    // RFC 7644 §4: a filter is refused, so that nobody takes a part for the whole.
    if (query.has("filter")) throw new ScimError(403, null, `${name} takes no filter.`);
    return TYPES.map((type) => describe(type, base));
  };
  const list = scimOperation(`listScim${name}`, summary, [200, 403]);
  const one = scimOperation(`getScim${name}`, `${summary}: one`, [200, 403], { path: NAMED });
  return [
    scimRoute(deps, "GET", path, list, (_, exchange) => {
      const Resources = all(exchange);
      const total = Resources.length;
      return scimAnswer(200, {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        totalResults: total,
        startIndex: 1,
        itemsPerPage: total,
        Resources,
      });
    }),
    scimRoute(deps, "GET", `${path}/:id`, one, (_, exchange) => {
      const found = all(exchange).find(({ id }) => id === exchange.id);
      if (found === undefined) throw new ScimError(404, null, `There is no ${exchange.id} here.`);
      return scimAnswer(200, found);
    }),
  ];
}

function serviceProviderConfig(base: string) {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: limits.scimPageResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A token of `tiro scim token create`.",
        specUri: "https://www.rfc-editor.org/info/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

function resourceType(type: ResourceType, base: string) {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: type,
    name: type,
    endpoint: `/${type}s`,
    schema: schemaUri(type),
    schemaExtensions: [],
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type}` },
  };
}

function schema(type: ResourceType, base: string) {
  const id = schemaUri(type);
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    id,
    name: type,
    description: type === "User" ? "A person." : "A group of people.",
    attributes: ATTRIBUTES[type],
    meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
  };
}
