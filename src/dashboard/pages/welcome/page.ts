import { welcomeTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const welcomePage = definePage({
  paths: ["/app/welcome", "/app/welcome/:step"],
  icon: "check",
  group: "administration",
  title: welcomeTitle,
  isUnlisted: true,
  whole: "gate",
  isFor: ({ server_permissions: permissions }) => permissions.includes("first_run.read"),
  load: () => import("./welcome.tsx"),
});
