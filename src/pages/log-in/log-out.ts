import { endBrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import { eraseDraftKey } from "../../accounts/credentials/draft-keys.ts";
import type { Clock } from "../../lib/clock.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { AT_LOG_OUT, draftCookie, sessionCookie } from "../../web/cookies.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonRoute } from "../../web/route.ts";
import { buttonForm } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { languageOf } from "../frame/reader.ts";
import { logInMessages } from "../messages/log-in.ts";

export interface LogOutDeps {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

export function logOutRoutes({ db, clock, publicUrl }: LogOutDeps): PersonRoute[] {
  const common = { path: "/logout", family: "product", access: "person", beforeSecondStep: true } as const;
  return [
    {
      ...common,
      method: "GET",
      operation: pageOperation("showLogOut", "Page to log out", [200, 303]),
      handle: (exchange) => {
        const { logOut, logOutLead } = logInMessages[languageOf(exchange)];
        const body = buttonForm(exchange.logIn, "/logout", logOut, { kind: "primary" });
        return personPage(exchange, { title: logOut, lead: logOutLead, body });
      },
    },
    {
      ...common,
      method: "POST",
      operation: pageOperation("logOut", "End this session", [303, 403], { body: formBody() }),
      handle: async ({ logIn: { id, userId }, address, request }) => {
        const changes = { db, clock, actor: { id: userId, credential: id, address: address() } };
        const browser = draftCookie(publicUrl).read(request);
        await whenWritable(db, () => {
          if (browser !== null) eraseDraftKey(db, userId, browser);
          endBrowserSession(changes, userId, id);
        });
        return redirectAnswer("/login", [sessionCookie(publicUrl).clear()], AT_LOG_OUT);
      },
    },
  ];
}
