import { personTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const personPage = definePage({
  paths: ["/app/admin/people/:person"],
  icon: "person",
  group: "administration",
  title: personTitle,
  isUnlisted: true,
  isFor: ({ server_permissions: permissions }) => permissions.includes("people.read"),
  load: () => import("./person.tsx"),
});
