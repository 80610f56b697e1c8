import { recognitionTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const recognitionPage = definePage({
  paths: ["/app/admin/recognition"],
  icon: "engine",
  group: "administration",
  title: recognitionTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("recognition.read"),
  load: () => import("./recognition.tsx"),
});
