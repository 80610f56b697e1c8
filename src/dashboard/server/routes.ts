/** Where the app lives. */
import { textAnswer } from "../../web/answers.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, Route } from "../../web/route.ts";
import { type AppPageDeps, appPage } from "./app-page.ts";
import { AppAssets } from "./assets.ts";
import { draftKeyAnswer } from "./draft-key.ts";
import { manifestOf, workerOf } from "./installed.ts";
import { siteRoutes } from "./site.ts";

export interface DashboardDeps extends AppPageDeps {
  publicUrl: string;
  dataDir: string;
}

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
      ...common,
      path: "/app/manifest.webmanifest",
      access: "public",
      handle: ({ brand }) =>
        textAnswer(200, "application/manifest+json", manifestOf(brand.name), { "Cache-Control": "no-cache" }),
    },
    {
      ...common,
      path: "/app/service-worker.js",
      access: "public",
      handle: async () =>
        textAnswer(200, "text/javascript; charset=utf-8", workerOf(deps.version, await assets.names()), {
          "Cache-Control": "no-cache",
          "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
        }),
    },
    ...siteRoutes(deps.config.web),
    { ...forPerson, path: "/app", handle: () => redirectAnswer("/app/") },
    {
      ...forPerson,
      path: "/app/*",
      handle: (exchange: PersonExchange) => {
        const address = newAddress(exchange.request);
        return address === null ? appPage({ ...deps, assets }, exchange) : redirectAnswer(address);
      },
    },
    {
      ...forPerson,
      method: "POST",
      path: "/app/draft-key",
      handle: (exchange: PersonExchange) => draftKeyAnswer(deps, exchange),
    },
  ];
}

/** Of pages that had another one; null for all others. Bookmarks, and workers of earlier versions, still lead there. */
function newAddress({ url }: Request): string | null {
  const { pathname, search } = new URL(url);
  const found = /^\/app\/files(?:\/(\w+))?\/?$/.exec(pathname);
  if (found === null) return null;
  const [, job] = found;
  return `/app/recordings${job === undefined ? "" : `/jobs/${job}`}${search}`;
}
