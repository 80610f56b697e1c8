import type { Answer } from "../../client/api.ts";
import { packWords as words } from "../../messages/packs.ts";
import { percent } from "../../state/format.ts";

type Errors = Answer<"POST /v1/administration/packs/catalogue/search">["data"][number]["errors"];

export function shareOfErrors(errors: Errors): string {
  if (errors === null) return words.unknown;
  const share = percent(errors.percent / 100);
  return errors.unit === "words" ? words.wrongWords(share) : words.wrongCharacters(share);
}
