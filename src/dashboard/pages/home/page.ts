import { homeTitle } from "../../messages/home.ts";
import { definePage } from "../../parts/page-definition.ts";

export const homePage = definePage({
  paths: ["/app/"],
  icon: "home",
  group: "work",
  title: homeTitle,
  inBottomBar: true,
  load: () => import("./home.tsx"),
});
