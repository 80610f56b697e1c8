import { invoicesTitle } from "../../messages/administration-titles.ts";
import { definePage } from "../../parts/page-definition.ts";

export const invoicesPage = definePage({
  paths: ["/app/admin/invoices"],
  icon: "receipt",
  group: "administration",
  title: invoicesTitle,
  isFor: ({ server_permissions: permissions }) => permissions.includes("payments.read"),
  load: () => import("./invoices.tsx"),
});
