/** Where the app lives. */
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf, type Operation } from "../../web/operation.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, Route } from "../../web/route.ts";
import { AppSession, appPage, sessionOf } from "./app-page.ts";
import { AppAssets } from "./assets.ts";

export interface DashboardDeps {
  version: string;
  dataDir: string;
}

const sessionOperation: Operation = {
  id: "getAppSession",
  tags: ["Pages"],
  summary: "What the app in the browser needs of the person's session",
  answers: { 200: jsonOf("The session.", AppSession) },
};

export function dashboardRoutes(deps: DashboardDeps): Route[] {
  const assets = new AppAssets(deps);
  const common = { method: "GET", family: "product", operation: null } as const;
  const forPerson = { ...common, access: "person" } as const;
  return [
    {
      ...common,
      path: "/app/assets/:file",
      access: "public",
      handle: ({ request, params }) => assets.answer(request, params.file ?? ""),
    },
    {
      ...forPerson,
      path: "/app/session.json",
      operation: sessionOperation,
      handle: (exchange: PersonExchange) => jsonAnswer(200, sessionOf(deps, exchange)),
    },
    { ...forPerson, path: "/app", handle: () => redirectAnswer("/app/") },
    { ...forPerson, path: "/app/*", handle: (exchange: PersonExchange) => appPage(deps, exchange) },
  ];
}
