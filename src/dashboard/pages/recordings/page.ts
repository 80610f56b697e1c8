import { recordingsTitle } from "../../messages/recordings.ts";
import { definePage } from "../../parts/page-definition.ts";

export const recordingsPage = definePage({
  paths: ["/app/recordings", "/app/recordings/jobs", "/app/recordings/jobs/:job"],
  icon: "file",
  group: "work",
  title: recordingsTitle,
  inBottomBar: true,
  load: () => import("./recordings.tsx"),
});
