/** `bun run notices`: writes THIRD_PARTY_NOTICES.md, and the parts of the software bill of materials. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sbomParts } from "./sbom.ts";
import { thirdPartyNotices } from "./third-party.ts";

const ROOT = join(import.meta.dir, "../..");

writeFileSync(join(ROOT, "THIRD_PARTY_NOTICES.md"), thirdPartyNotices());
writeFileSync(join(ROOT, "native/licences/sbom.json"), sbomParts());
