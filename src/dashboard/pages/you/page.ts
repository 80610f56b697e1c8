import { you } from "../../messages/you.ts";
import { definePage } from "../../parts/page-definition.ts";

export const youPage = definePage({
  paths: ["/app/you", "/app/you/:part"],
  icon: "person",
  group: "account",
  title: () => you().title,
  load: () => import("./you.tsx"),
});
