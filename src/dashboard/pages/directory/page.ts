import { directoryTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const directoryPage = definePage({
  paths: ["/app/admin/directory"],
  icon: "link",
  group: "administration",
  title: directoryTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("directory.read"),
  load: () => import("./directory.tsx"),
});
