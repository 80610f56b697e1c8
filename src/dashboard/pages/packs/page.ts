import { packsTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const packsPage = definePage({
  paths: ["/app/admin/packs"],
  icon: "archive",
  group: "administration",
  title: packsTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("packs.read"),
  load: () => import("./packs.tsx"),
});
