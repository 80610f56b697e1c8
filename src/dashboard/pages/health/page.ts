import { healthTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const healthPage = definePage({
  paths: ["/app/admin/health"],
  icon: "pulse",
  group: "administration",
  title: healthTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("server.read"),
  load: () => import("./health.tsx"),
});
