/** Model packs: installed, known to the catalogue, installed from a mirror or an upload, verified and removed. */
import { z } from "zod";
import { SCOPES } from "../../accounts/credentials/scopes.ts";
import { limits } from "../../config/limits.ts";
import { idOf } from "../../lib/wire.ts";
import { errorsSchema, searchCatalogue } from "../../packs/catalogue.ts";
import { isRecognizerKind } from "../../packs/manifest.ts";
import { memoryBytesOf } from "../../recognition/catalogue-memory.ts";
import { SPEEDS, speedOf } from "../../recognition/speed.ts";
import type { AdministeredPacks } from "../../transcription/packs/administered-packs.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { withSearch } from "../../web/search-by-body.ts";
import type { Task } from "../../work/tasks.ts";
import { administrationRoute } from "./administration-route.ts";
import { AdministrationTask, type TaskRouteDeps, taskBody } from "./tasks.ts";

export const InstalledPackList = z.object({
  object: z.literal("installed_packs"),
  data: z.array(
    z.object({
      id: z.string().describe("`id@version`."),
      kind: z.string(),
      licence: z.string(),
      languages: z.array(z.string()),
      used_for: z.array(z.string()).describe("Languages that it is the first to recognize."),
      is_default: z.boolean().describe("Recognizes speech of which no language is known."),
      bytes: z.int(),
      builtin: z.boolean(),
      state: z.enum(["idle", "loaded", "set_aside"]),
      kept_by: z
        .array(z.string())
        .describe("Why it cannot be removed: settings that name it, or `chosen`, `in_use`, `builtin`."),
    }),
  ),
  unusable: z.array(z.object({ folder: z.string(), problem: z.string() })),
  mirrors: z.array(z.string()).describe("Of `models.install_from`."),
  upload_bytes_max: z.int().describe("The largest file that may be sent (`recordings.upload_mib`)."),
});

export const CataloguePackList = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      description: z.string(),
      kind: z.string(),
      is_recognizer: z.boolean(),
      languages: z.array(z.string()),
      licence: z.string(),
      licence_note: z.string().nullable(),
      download_bytes: z.int().nullable(),
      memory_bytes: z.int().nullable(),
      speed: z.enum(SPEEDS).nullable(),
      errors: errorsSchema.nullable(),
      sha256: z.string().nullable(),
      installed: z.boolean(),
    }),
  ),
});

const searchSchema = z.object({
  query: z
    .string()
    .max(limits.packSearchChars)
    .default("")
    .describe("Words that stand in id, description, kind or licence, or languages by code or name."),
});
const installSchema = z.strictObject({
  pack: z.string().max(limits.packIdChars).describe("Id of a pack in the catalogue."),
  mirror: z.string().optional().describe("One of `mirrors`; the first if it is left out."),
});
const uploadSchema = z.strictObject({
  upload_id: idOf("upl").describe("A finished upload of one's own (`/v1/uploads`)."),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
    .optional(),
});
const path = { pack: z.string().describe("`id@version`.") };
const task = { 202: jsonOf("It is under way.", AdministrationTask) };

export interface PackDeps extends TaskRouteDeps {
  administeredPacks: AdministeredPacks;
}

export function packRoutes(deps: PackDeps): PersonRoute[] {
  return [...packLists(deps), ...packInstallations(deps), ...packChanges(deps)];
}

function packLists(deps: PackDeps): PersonRoute[] {
  const { administeredPacks } = deps;
  return [
    administrationRoute(deps, "packs.read", "GET /packs", {
      id: "listInstalledPacks",
      summary: "Installed packs, and the languages that each is used for",
      answers: { 200: jsonOf("All, the built-in ones first.", InstalledPackList) },
      handle: () => jsonAnswer(200, { object: "installed_packs", ...administeredPacks.installed() }),
    }),
    ...withSearch(catalogueRoute(deps)),
  ];
}

function catalogueRoute(deps: PackDeps): PersonRoute {
  const { administeredPacks } = deps;
  return administrationRoute(deps, "packs.read", "GET /packs/catalogue", {
    id: "searchPackCatalogue",
    summary: "Search the catalogue of packs",
    description: "As `tiro models search` lists them; no network is needed.",
    query: searchSchema.shape,
    answers: { 200: jsonOf("Recognizers first.", CataloguePackList) },
    errors: ["invalid_request"],
    handle: ({ request }) => {
      const words = readQuery(request, searchSchema).query.split(/\s+/).filter(Boolean);
      const found = searchCatalogue(words).map((entry) => ({
        ...{ id: entry.id, version: entry.version, description: entry.description, kind: entry.kind },
        ...{ languages: entry.languages, licence: entry.licence, licence_note: entry.licence_note },
        is_recognizer: isRecognizerKind(entry.kind),
        download_bytes: entry.megabytes === null ? null : Math.round(entry.megabytes * 1e6),
        memory_bytes: memoryBytesOf(entry),
        speed: isRecognizerKind(entry.kind) ? speedOf(entry) : null,
        errors: entry.errors ?? null,
        sha256: entry.sha256,
        installed: administeredPacks.isInstalled(`${entry.id}@${entry.version}`),
      }));
      found.sort((one, other) => Number(other.is_recognizer) - Number(one.is_recognizer));
      return jsonAnswer(200, { object: "list", data: found } satisfies z.infer<typeof CataloguePackList>);
    },
  });
}

function packInstallations(deps: PackDeps): PersonRoute[] {
  const { administeredPacks } = deps;
  return [
    administrationRoute(deps, "packs.change", "POST /packs/install", {
      id: "installPack",
      summary: "Install a pack of the catalogue from a mirror",
      description:
        "From an address in `models.install_from`, in a process of its own. The pack is used once its check recording was recognized. A download that was cancelled or broke off resumes the next time.",
      body: jsonBody(installSchema, { pack: "parakeet-tdt-0.6b-v3" }),
      answers: task,
      errors: ["invalid_request", "model_not_found", "task_conflict", "concurrency_limit_exceeded"],
      handle: async (exchange) => {
        const { pack, mirror = null } = await readJson(exchange.request, installSchema);
        return started(deps, administeredPacks.install(changesOf(deps, exchange), { pack, mirror }));
      },
    }),
    administrationRoute(deps, "packs.change", "POST /packs/install-upload", {
      id: "installUploadedPack",
      summary: "Install a pack of a file that was sent",
      description:
        "Send the file with `/v1/uploads` first. It is unpacked in a process of its own without the network, and is removed afterwards, also if that fails.",
      body: jsonBody(uploadSchema, { upload_id: `upl_${"0".repeat(32)}` }),
      answers: task,
      errors: ["invalid_request", "upload_not_found", "task_conflict", "concurrency_limit_exceeded"],
      handle: async (exchange) => {
        const { upload_id: uploadId, sha256 } = await readJson(exchange.request, uploadSchema);
        const upload = { uploadId, sha256: sha256?.toLowerCase() ?? null };
        const start = administeredPacks.installUpload(
          changesOf(deps, exchange),
          principalOf(exchange),
          upload,
        );
        return started(deps, start);
      },
    }),
  ];
}

function packChanges(deps: PackDeps): PersonRoute[] {
  const { administeredPacks } = deps;
  return [
    administrationRoute(deps, "packs.change", "POST /packs/:pack/verify", {
      id: "verifyPack",
      summary: "Compare every file of an installed pack with its checksum",
      description: "The task fails with `pack_damaged` if one differs.",
      parts: path,
      answers: task,
      errors: ["model_not_found", "task_conflict", "concurrency_limit_exceeded"],
      handle: (exchange) =>
        started(deps, administeredPacks.verify(changesOf(deps, exchange), exchange.params.pack ?? "")),
    }),
    administrationRoute(deps, "packs.change", "DELETE /packs/:pack", {
      id: "removePack",
      summary: "Remove an installed pack",
      description: "Refused with the reason while something needs it.",
      parts: path,
      answers: { 204: { description: "It is gone." } },
      errors: ["model_not_found", "pack_conflict"],
      handle: async (exchange) => {
        await administeredPacks.remove(changesOf(deps, exchange), exchange.params.pack ?? "");
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

/** As whom the person sent the file. */
function principalOf({ logIn: { id, userId } }: PersonExchange) {
  const credential = { id, method: "browser_session", scopes: SCOPES } as const;
  return { accountId: userId, userId, credential };
}

async function started(deps: PackDeps, task: Promise<Task>): Promise<Response> {
  return jsonAnswer(202, taskBody(deps, await task));
}
