/** The page of a person's own account. */
import { findUser } from "../../accounts/users.ts";
import { html } from "../../lib/html.ts";
import type { Db } from "../../store/db.ts";
import { personPage } from "../../web/pages/person-page.ts";
import type { PersonRoute } from "../../web/route.ts";

export function accountPageRoutes({ db }: { db: Db }): PersonRoute[] {
  return [
    {
      method: "GET",
      path: "/account",
      family: "product",
      access: "person",
      handle: ({ session }) => {
        const user = findUser(db, session.userId);
        const body = html`<h1>Your account</h1>
<p>${user.name ?? ""} <strong>${user.email}</strong></p>`;
        return personPage(session, { title: "Your account", body });
      },
    },
  ];
}
