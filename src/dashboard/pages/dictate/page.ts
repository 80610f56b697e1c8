import { dictateTitle } from "../../messages/work-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const dictatePage = definePage({
  paths: ["/app/dictate"],
  icon: "mic",
  group: "work",
  title: dictateTitle,
  inBottomBar: true,
  load: () => import("./dictate.tsx"),
});
