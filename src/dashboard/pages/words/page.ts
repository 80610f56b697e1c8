import { words } from "../../messages/words.ts";
import { definePage } from "../../parts/page-definition.ts";

export const wordsPage = definePage({
  paths: ["/app/words"],
  icon: "book",
  group: "work",
  title: () => words().title,
  load: () => import("./words.tsx"),
});
