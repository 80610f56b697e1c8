import { keys } from "../../messages/keys.ts";
import { definePage } from "../../parts/page-definition.ts";

export const keysPage = definePage({
  paths: ["/app/keys"],
  icon: "key",
  group: "account",
  title: () => keys().title,
  load: () => import("./keys.tsx"),
});
