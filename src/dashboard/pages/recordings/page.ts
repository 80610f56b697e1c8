import { filesTitle } from "../../messages/recordings.ts";
import { definePage } from "../../parts/page-definition.ts";

export const recordingsPage = definePage({
  paths: ["/app/recordings", "/app/recordings/jobs/:job"],
  icon: "file",
  group: "work",
  title: filesTitle,
  inBottomBar: true,
  load: () => import("./recordings.tsx"),
});
