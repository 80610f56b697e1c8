import { transcriptTitle } from "../../messages/work-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const transcriptPage = definePage({
  paths: ["/app/recordings/:recording"],
  icon: "file",
  group: "work",
  title: transcriptTitle,
  isUnlisted: true,
  load: () => import("./transcript.tsx"),
});
