/** `bun run notices`: writes THIRD_PARTY_NOTICES.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { thirdPartyNotices } from "./third-party.ts";

writeFileSync(join(import.meta.dir, "../../THIRD_PARTY_NOTICES.md"), thirdPartyNotices());
