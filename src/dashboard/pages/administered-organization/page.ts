import { organizationTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const administeredOrganizationPage = definePage({
  paths: ["/app/admin/organizations/:organization"],
  icon: "building",
  group: "administration",
  title: organizationTitle,
  isUnlisted: true,
  isFor: ({ server_permissions: permissions }) => permissions.includes("organizations.read"),
  load: () => import("./administered-organization.tsx"),
});
