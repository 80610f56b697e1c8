import type { Answer } from "../client/api.ts";
import { administration } from "../messages/administration.ts";
import { dateAndTime } from "../state/format.ts";
import { ShownOnce } from "./shown-once.tsx";

export type SetupLink = Answer<"POST /v1/administration/people/{person}/setup-link">;

/** A person, and the link by which they get in. */
export interface LinkMade {
  name: string;
  link: SetupLink;
}

interface LinkShownOnceProps extends LinkMade {
  onStored: () => void;
}

export function LinkShownOnce({ name, link: { url, expires_at: at }, onStored }: LinkShownOnceProps) {
  const { linkFor, linkText, copyLink, linkSent } = administration;
  const words = { title: linkFor(name), text: linkText(dateAndTime(at)), copy: copyLink, stored: linkSent };
  return <ShownOnce icon="link" {...words} secret={url} onStored={onStored} />;
}
