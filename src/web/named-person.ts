/**
 * Whom a request is for. Several people may use one browser, and a page stays open while another person logs in in
 * another tab: so the page names its person with each request, and a request of anybody else does nothing.
 */

import { TiroError } from "../lib/errors.ts";
import { personFault } from "../lib/person-faults.ts";

const PERSON_HEADER = "tiro-for";
/** If no header can be sent: a field of forms, and a parameter of addresses below `/v1`. */
export const PERSON_FIELD = "for";

/** @throws TiroError `another_person` if the header or the parameter names anybody but this person. */
export function requireNamedPerson({ headers, url }: Request, userId: string | null): void {
  requireSamePerson(headers.get(PERSON_HEADER), userId);
  for (const named of personParameters(url)) requireSamePerson(named, userId);
}

/** @throws TiroError `another_person`. */
export function requireSamePerson(named: string | null, userId: string | null): void {
  if (named === null || named === userId) return;
  throw new TiroError("another_person", personFault("page_of_another"));
}

function personParameters(url: string): string[] {
  return url.includes(`${PERSON_FIELD}=`) ? new URL(url).searchParams.getAll(PERSON_FIELD) : [];
}
