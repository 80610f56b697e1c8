import { historyTitle } from "../../messages/work-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const historyPage = definePage({
  paths: ["/app/history"],
  icon: "history",
  group: "work",
  title: historyTitle,
  inBottomBar: true,
  load: () => import("./history.tsx"),
});
