import { auditTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const auditPage = definePage({
  paths: ["/app/admin/audit"],
  icon: "audit",
  group: "administration",
  title: auditTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("audit.read"),
  load: () => import("./audit.tsx"),
});
