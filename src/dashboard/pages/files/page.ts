import { filesTitle } from "../../messages/files.ts";
import { definePage } from "../../parts/page-definition.ts";

export const filesPage = definePage({
  paths: ["/app/files", "/app/files/:job"],
  icon: "file",
  group: "work",
  title: filesTitle,
  inBottomBar: true,
  load: () => import("./files.tsx"),
});
