import { apps } from "../../messages/apps.ts";
import { definePage } from "../../parts/page-definition.ts";

export const appsPage = definePage({
  paths: ["/app/apps"],
  icon: "plug",
  group: "account",
  title: () => apps().title,
  load: () => import("./apps.tsx"),
});
