import { organizationTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const organizationPage = definePage({
  paths: ["/app/organization"],
  icon: "building",
  group: "administration",
  title: organizationTitle,
  isFor: ({ organizations }) => organizations.length > 0,
  load: () => import("./organization.tsx"),
});
