import { usageTitle } from "../../messages/usage.ts";
import { definePage } from "../../parts/page-definition.ts";

export const usagePage = definePage({
  paths: ["/app/usage"],
  icon: "chart",
  group: "account",
  title: usageTitle,
  load: () => import("./usage.tsx"),
});
