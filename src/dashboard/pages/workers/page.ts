import { workersTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const workersPage = definePage({
  paths: ["/app/admin/workers"],
  icon: "workers",
  group: "administration",
  title: workersTitle,
  isFor: ({ has_workers: hasWorkers }) => hasWorkers,
  load: () => import("./workers.tsx"),
});
