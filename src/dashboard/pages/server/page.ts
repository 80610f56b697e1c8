import { serverTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const serverPage = definePage({
  paths: ["/app/admin/server"],
  icon: "server",
  group: "administration",
  title: serverTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("requests.read"),
  load: () => import("./server.tsx"),
});
