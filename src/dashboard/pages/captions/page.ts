import { captionsTitle } from "../../messages/work-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const captionsPage = definePage({
  paths: ["/app/captions", "/app/captions/:captions"],
  icon: "captions",
  group: "work",
  title: captionsTitle,
  whole: "screen",
  load: () => import("./captions.tsx"),
});
