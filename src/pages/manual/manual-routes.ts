/** The manual, which the appliance serves itself, because an air-gapped site has no other. */
import type { PublicRoute } from "../../web/route.ts";

export function manualRoutes(): PublicRoute[] {
  const common = { method: "GET", family: "product", access: "public" } as const;
  // Loaded with the first request: a server whose manual nobody reads does not hold it in memory.
  const load = () => import("./manual-page.ts");
  return [
    { ...common, path: "/docs", handle: async () => (await load()).contentsAnswer() },
    {
      ...common,
      path: "/docs/search",
      handle: async ({ request }) =>
        (await load()).searchAnswer(new URL(request.url).searchParams.get("q") ?? ""),
    },
    {
      ...common,
      path: "/docs/:page",
      handle: async (exchange) => {
        const { pageAnswer, missingAnswer } = await load();
        const answer = pageAnswer(exchange.params.page ?? "");
        if (answer === null) exchange.errorCode = "route_not_found";
        return answer ?? missingAnswer();
      },
    },
  ];
}
