import { backupsTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const backupsPage = definePage({
  paths: ["/app/admin/backups"],
  icon: "download",
  group: "administration",
  title: backupsTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("backups.read"),
  load: () => import("./backups.tsx"),
});
