/** The key of what this browser keeps for the person who is logged in, until the server has it. */
import { draftKeyFor } from "../../accounts/credentials/draft-keys.ts";
import type { Clock } from "../../lib/clock.ts";
import { newSecret } from "../../lib/secrets.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { draftCookie } from "../../web/cookies.ts";
import type { PersonExchange } from "../../web/route.ts";

export interface DraftKeyDeps {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

export async function draftKeyAnswer(
  { db, clock, publicUrl }: DraftKeyDeps,
  { request, logIn: { userId } }: PersonExchange,
): Promise<Response> {
  const cookie = draftCookie(publicUrl);
  const browser = cookie.read(request) ?? newSecret("");
  const key = await whenWritable(db, () => draftKeyFor({ db, clock }, userId, browser));
  return jsonAnswer(200, { key: Buffer.from(key).toString("base64") }, { "Set-Cookie": cookie.set(browser) });
}
