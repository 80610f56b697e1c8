import { Command, Option } from "commander";
import {
  addOrganization,
  disableOrganization,
  enableOrganization,
  findOrganization,
  policyJson,
  setOrganizationPlan,
} from "../accounts/organizations/organizations.ts";
import { findUser } from "../accounts/people/users.ts";
import { PLANS } from "../config/plans.ts";
import { wireForm } from "../lib/wire-form.ts";
import { membersOf } from "../store/organizations/members.ts";
import { allOrganizations, type Organization } from "../store/organizations/organizations.ts";
import { invitationsCommand, inviteCommand, membersCommand } from "./org-members.ts";
import { policyCommand } from "./org-policy.ts";
import { type Accounts, stateOfAccount, withAccounts } from "./support/accounts.ts";
import { printFields, printList, printOutcome } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, type TimeFlags } from "./support/times.ts";

const ORGANIZATION = "name or id (org_…)";

export function buildCommand(): Command {
  const orgs = new Command("orgs").description("Organizations.");
  const changes = [policyCommand(ORGANIZATION), setPlanCommand(), disableCommand(), enableCommand()];
  for (const command of [addCommand(), listCommand(), showCommand(), ...changes, inviteCommand()])
    orgs.addCommand(addSiteOptions(command));
  return orgs.addCommand(membersCommand()).addCommand(invitationsCommand());
}

function addCommand(): Command {
  return new Command("add")
    .description("Adds an organization. Create a key for it with `tiro keys create --org`.")
    .requiredOption("--name <name>", "unique in any case")
    .requiredOption("--owner <user>", "owner: e-mail address or id (usr_…)")
    .addOption(new Option("--plan <plan>", "plan").choices(PLANS).default("team"))
    .action((flags: SiteFlags & { name: string; owner: string; plan: string }) => {
      const { name, plan } = flags;
      const added = withAccounts(flags, (accounts) =>
        addOrganization(accounts, { name, plan, owner: findUser(accounts.db, flags.owner) }),
      );
      printOutcome(flags, toJson(added), `Added ${added.name}: ${added.id}`);
    });
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists all organizations, oldest first.")
    .action((flags: SiteFlags & TimeFlags) => {
      const all = withAccounts(flags, ({ db }) => allOrganizations(db));
      printList(flags, all.map(toJson), "No organizations yet.", {
        ID: "id",
        NAME: "name",
        PLAN: "plan",
        STATE: ({ disabled_at }) => stateOfAccount(disabled_at),
        CREATED: "created_at",
      });
    });
}

function showCommand(): Command {
  return addTimeOption(new Command("show"))
    .description("Shows one organization with its policies.")
    .argument("<organization>", ORGANIZATION)
    .action((name: string, flags: SiteFlags & TimeFlags) => {
      const shown = withAccounts(flags, ({ db }) => {
        const organization = findOrganization(db, name);
        return { ...toJson(organization), members: membersOf(db, organization.id).length };
      });
      printFields(shown, flags);
    });
}

function setPlanCommand(): Command {
  return new Command("set-plan")
    .description("Changes an organization's plan.")
    .argument("<organization>", ORGANIZATION)
    .argument("<plan>", PLANS.join(", "))
    .action((name: string, plan: string, flags: SiteFlags) =>
      change(name, flags, (accounts, id) => setOrganizationPlan(accounts, id, plan)),
    );
}

function disableCommand(): Command {
  return new Command("disable")
    .description(
      "Disables the organization: its keys are refused from the next request on. Its members' own keys keep working.",
    )
    .argument("<organization>", ORGANIZATION)
    .action((name: string, flags: SiteFlags) => change(name, flags, disableOrganization));
}

function enableCommand(): Command {
  return new Command("enable")
    .description("Enables a disabled organization again.")
    .argument("<organization>", ORGANIZATION)
    .action((name: string, flags: SiteFlags) => change(name, flags, enableOrganization));
}

function change(
  name: string,
  flags: SiteFlags,
  make: (accounts: Accounts, organizationId: string) => Organization,
): void {
  const after = withAccounts(flags, (accounts) => make(accounts, findOrganization(accounts.db, name).id));
  const { id, plan, disabledAt } = after;
  printOutcome(flags, toJson(after), `${after.name} (${id}): plan ${plan}, ${stateOfAccount(disabledAt)}.`);
}

function toJson(organization: Organization) {
  return {
    ...wireForm(organization, "id", "name", "plan"),
    ...policyJson(organization),
    ...wireForm(organization, "disabledAt", "createdAt"),
  };
}
