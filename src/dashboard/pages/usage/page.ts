import { usageTitle } from "../../messages/usage.ts";
import { definePage } from "../../page.ts";

export const usagePage = definePage({
  paths: ["/app/usage"],
  icon: "chart",
  group: "account",
  title: usageTitle,
  load: () => import("./usage.tsx"),
});
