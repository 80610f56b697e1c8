/** Names that were given to speakers before: they are offered where the next one is named. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import type { Db } from "../../store/db.ts";
import { usedSpeakerNames } from "../../store/recordings/speaker-names.ts";
import { fold } from "../../text/search/fold.ts";
import { viewerOf } from "../library/access.ts";

/** Those of which a word begins like this, without regard to case and diacritics. @throws TiroError `history_unavailable`. */
export function speakerNames(db: Db, principal: Principal, prefix: string): string[] {
  const rows = limits.namedRecordingsRead;
  const names = usedSpeakerNames(db, viewerOf(db, principal), { rows, limit: rows });
  const wanted = fold(prefix.trim());
  return names.filter((name) => ` ${fold(name)}`.includes(` ${wanted}`)).slice(0, limits.speakerNamesTold);
}
