/** Organizations, for their people in the browser. `accounts/policies/permissions.ts` says what each role may do. */
import type { AddressRules } from "../delivery/webhooks/address.ts";
import type { InvoiceDeps } from "../metering/invoices.ts";
import type { PersonRoute } from "../web/route.ts";
import type { KeyRouteDeps } from "./bodies/api-keys.ts";
import { auditRoute } from "./organizations/audit.ts";
import { contentRoutes } from "./organizations/content.ts";
import { organizationDictionaryRoutes } from "./organizations/dictionary.ts";
import { dictionaryProposalRoutes } from "./organizations/dictionary-proposals.ts";
import { type InvitationDeps, invitationRoutes } from "./organizations/invitations.ts";
import { invoiceRoute } from "./organizations/invoices.ts";
import { organizationKeyRoutes } from "./organizations/keys.ts";
import { memberRoutes } from "./organizations/members.ts";
import { ownOrganizationRoutes } from "./organizations/organization.ts";
import { organizationTemplateRoutes } from "./organizations/templates.ts";
import { usageReportRoute } from "./organizations/usage-report.ts";
import { webhookRoutes } from "./organizations/webhooks.ts";

export function organizationRoutes(
  deps: KeyRouteDeps & InvoiceDeps & InvitationDeps & { config: AddressRules },
): PersonRoute[] {
  return [
    ...ownOrganizationRoutes(deps),
    ...organizationKeyRoutes(deps),
    ...organizationDictionaryRoutes(deps),
    ...dictionaryProposalRoutes(deps),
    ...organizationTemplateRoutes(deps),
    ...webhookRoutes(deps),
    ...memberRoutes(deps),
    ...invitationRoutes(deps),
    ...contentRoutes(deps),
    usageReportRoute(deps),
    invoiceRoute(deps),
    auditRoute(deps),
  ];
}
