import { organizationsTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const organizationsPage = definePage({
  paths: ["/app/admin/organizations"],
  icon: "building",
  group: "administration",
  title: organizationsTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("organizations.read"),
  load: () => import("./organizations.tsx"),
});
