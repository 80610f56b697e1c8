import { keys } from "../../messages/keys.ts";
import { definePage } from "../../page.ts";

export const keysPage = definePage({
  paths: ["/app/keys"],
  icon: "key",
  group: "account",
  title: () => keys().title,
  load: () => import("./keys.tsx"),
});
