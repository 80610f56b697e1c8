/** The part of `tiro orgs` that is about who belongs to an organization. */

import { Command, Option } from "commander";
import { inviteMember, listInvitations, revokeInvitation } from "../accounts/onboarding/invitations.ts";
import { addMember, removeMember, setMemberRole } from "../accounts/organizations/members.ts";
import { findOrganization } from "../accounts/organizations/organizations.ts";
import { findUser } from "../accounts/people/users.ts";
import { requireMail } from "../delivery/mail/channel.ts";
import { mailInvitation } from "../delivery/mail/links.ts";
import { DAY_MS } from "../lib/units.ts";
import { wireForm } from "../lib/wire-form.ts";
import type { Invitation } from "../store/onboarding/invitations.ts";
import { type Member, membersOf, ROLES } from "../store/organizations/members.ts";
import {
  type Accounts,
  addUrlOption,
  type LinkFlags,
  stateOfAccount,
  withAccounts,
} from "./support/accounts.ts";
import { printMailed } from "./support/mail.ts";
import { printJson, printList, printOutcome, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, type TimeFlags } from "./support/times.ts";

const ORGANIZATION = "name or id (org_…)";

interface InviteFlags extends LinkFlags, TimeFlags {
  email: string;
  role: string;
  mail?: boolean;
}

interface MemberFlags extends SiteFlags {
  user: string;
  role: string;
}

export function membersCommand(): Command {
  const members = new Command("members").description("Members of an organization and their roles.");
  for (const command of [listCommand(), addCommand(), roleCommand(), removeCommand()])
    members.addCommand(addSiteOptions(command));
  return members;
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists the members in the order they joined.")
    .argument("<organization>", ORGANIZATION)
    .action((name: string, flags: SiteFlags & TimeFlags) => {
      const members = withAccounts(flags, ({ db }) => membersOf(db, findOrganization(db, name).id));
      if (flags.json)
        return printJson(
          members.map((member) => ({
            ...toJson(member),
            email: member.email,
            state: stateOfAccount(member.disabledAt),
          })),
        );
      const rows = members.map((member) => [
        member.userId,
        member.email,
        member.name ?? "",
        member.role,
        stateOfAccount(member.disabledAt),
        shownTime(member.joinedAt, flags),
      ]);
      printTable(["ID", "EMAIL", "NAME", "ROLE", "STATE", "JOINED"], rows, "No members.");
    });
}

function addCommand(): Command {
  return memberCommand("add", "Adds a person as a member.")
    .addOption(roleOption().default("member"))
    .action((name: string, flags: MemberFlags) =>
      change(name, flags, "is now", (accounts, organizationId, userId) =>
        addMember(accounts, organizationId, userId, flags.role),
      ),
    );
}

function roleCommand(): Command {
  return memberCommand("role", "Changes a member's role.")
    .addOption(roleOption().makeOptionMandatory())
    .action((name: string, flags: MemberFlags) =>
      change(name, flags, "is now", (accounts, organizationId, userId) =>
        setMemberRole(accounts, organizationId, userId, flags.role),
      ),
    );
}

function removeCommand(): Command {
  return memberCommand(
    "remove",
    "Removes a member; the organization's keys can no longer act as them.",
  ).action((name: string, flags: MemberFlags) => change(name, flags, "is no longer", removeMember));
}

export function inviteCommand(): Command {
  return addTimeOption(addUrlOption(new Command("invite")))
    .description(
      "Creates a one-time invitation for an e-mail address. With its link somebody new makes an account; a person who has one logs in and agrees.",
    )
    .argument("<organization>", ORGANIZATION)
    .requiredOption("--email <address>", "address that you will send the link to")
    .addOption(roleOption().default("member"))
    .option("--mail", "send the link to the address instead of printing it")
    .action((name: string, flags: InviteFlags) => {
      const { url, ...invitation } = withAccounts(flags, (accounts) => invited(accounts, name, flags));
      if (flags.mail) return printMailed(invitationJson(invitation), invitation.expiresAt, flags);
      const words = `${url}\n\nThe link works once, until ${shownTime(invitation.expiresAt, flags)}, for ${invitation.email}.`;
      printOutcome(flags, { ...invitationJson(invitation), url }, words);
    });
}

function invited(accounts: Accounts, organization: string, flags: InviteFlags): Invitation & { url: string } {
  const { db, config } = accounts;
  const { id } = findOrganization(db, organization);
  const validMs = config.auth.invitation_days * DAY_MS;
  const publicUrl = flags.url ?? accounts.publicUrl;
  if (!flags.mail) return inviteMember(accounts, id, flags, publicUrl, { validMs });
  requireMail(config);
  return mailInvitation(accounts, id, flags, { publicUrl, validMs });
}

export function invitationsCommand(): Command {
  const invitations = new Command("invitations").description("Open invitations.");
  for (const command of [listInvitationsCommand(), revokeCommand()])
    invitations.addCommand(addSiteOptions(command));
  return invitations;
}

function listInvitationsCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists an organization's open invitations, oldest first.")
    .argument("<organization>", ORGANIZATION)
    .action((name: string, flags: SiteFlags & TimeFlags) => {
      const open = withAccounts(flags, ({ db, clock }) =>
        listInvitations(db, findOrganization(db, name).id, clock.now()),
      );
      printList(flags, open.map(invitationJson), "No open invitations.", {
        EMAIL: "email",
        ROLE: "role",
        CREATED: "created_at",
        EXPIRES: "expires_at",
      });
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Revokes an open invitation.")
    .argument("<organization>", ORGANIZATION)
    .requiredOption("--email <address>", "to whom it was sent")
    .action((name: string, flags: SiteFlags & { email: string }) => {
      withAccounts(flags, (accounts) =>
        revokeInvitation(accounts, findOrganization(accounts.db, name).id, flags.email),
      );
      const { email } = flags;
      printOutcome(flags, { email, revoked: true }, `Revoked the invitation of ${email}.`);
    });
}

function memberCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("<organization>", ORGANIZATION)
    .requiredOption("--user <user>", "e-mail address or id (usr_…)");
}

function roleOption(): Option {
  return new Option("--role <role>", "what they may do").choices(ROLES);
}

function change(
  name: string,
  flags: MemberFlags,
  verb: string,
  make: (accounts: Accounts, organizationId: string, userId: string) => Member,
): void {
  const { member, user, organization } = withAccounts(flags, (accounts) => {
    const user = findUser(accounts.db, flags.user);
    const organization = findOrganization(accounts.db, name);
    return { member: make(accounts, organization.id, user.id), user, organization };
  });
  const words = `${user.email} ${verb} ${member.role} of ${organization.name}.`;
  printOutcome(flags, toJson(member), words);
}

function toJson(member: Member) {
  return wireForm(member, "organizationId", "userId", "role", "joinedAt");
}

function invitationJson(invitation: Invitation) {
  return wireForm(invitation, "organizationId", "email", "role", "createdAt", "expiresAt");
}
