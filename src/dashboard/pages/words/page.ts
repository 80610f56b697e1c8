import { words } from "../../messages/words.ts";
import { definePage } from "../../page.ts";

export const wordsPage = definePage({
  paths: ["/app/words"],
  icon: "book",
  group: "work",
  title: () => words().title,
  load: () => import("./words.tsx"),
});
