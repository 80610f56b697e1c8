import { peopleTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const peoplePage = definePage({
  paths: ["/app/admin/people"],
  icon: "people",
  group: "administration",
  title: peopleTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("people.read"),
  load: () => import("./people.tsx"),
});
