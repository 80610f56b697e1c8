import { Command, InvalidArgumentError, Option } from "commander";
import { listKeys } from "../accounts/credentials/api-keys.ts";
import { makeSetupLink } from "../accounts/onboarding/setup-links.ts";
import { setServerRole } from "../accounts/people/server-roles.ts";
import {
  addUser,
  disableUser,
  enableUser,
  findAdministrator,
  findUser,
  setUserEmail,
  setUserPlan,
  setUserPrivacyMode,
} from "../accounts/people/users.ts";
import { SERVER_ROLES, type ServerRole, serverRoleOf } from "../accounts/policies/permissions.ts";
import { PLANS } from "../config/plans.ts";
import { requireMail } from "../delivery/mail/channel.ts";
import { mailSetupLink } from "../delivery/mail/links.ts";
import { HOUR_MS } from "../lib/units.ts";
import { wireForm } from "../lib/wire-form.ts";
import { allUsers, type User } from "../store/people/users.ts";
import {
  type Accounts,
  addUrlOption,
  type LinkFlags,
  stateOfAccount,
  withAccounts,
} from "./support/accounts.ts";
import { onOrOff } from "./support/arguments.ts";
import { printMailed } from "./support/mail.ts";
import { printFields, printList, printOutcome } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, type TimeFlags } from "./support/times.ts";
import { eraseHistoryCommand, exportCommand } from "./users-history.ts";
import { importCommand } from "./users-import.ts";
import { setupLinksCommand } from "./users-links.ts";
import { endSessionsCommand, removePasskeysCommand, resetSecondStepCommand } from "./users-log-in.ts";
import { removeUserCommand } from "./users-remove.ts";

interface AddFlags extends SiteFlags {
  email: string;
  name: string;
  plan: string;
}

const USER = "e-mail address or id (usr_…)";

export function buildCommand(): Command {
  const users = new Command("users").description("People who can use this server.");
  const changes = [
    setPlanCommand(),
    setRoleCommand(),
    setPrivacyCommand(),
    disableCommand(),
    enableCommand(),
  ];
  const history = [exportCommand(USER), eraseHistoryCommand(USER), removeUserCommand(USER)];
  const logIn = [resetSecondStepCommand(USER), removePasskeysCommand(USER), endSessionsCommand(USER)];
  for (const command of [
    addCommand(),
    importCommand(),
    listCommand(),
    showCommand(),
    ...changes,
    setupLinkCommand(),
    setupLinksCommand(),
    ...logIn,
    ...history,
  ])
    users.addCommand(addSiteOptions(command));
  return users;
}

function addCommand(): Command {
  return new Command("add")
    .description("Adds a person. Create a key for them with `tiro keys create`.")
    .requiredOption("--email <address>", "e-mail address (case does not matter)")
    .requiredOption("--name <name>", "full name")
    .addOption(new Option("--plan <plan>", "plan").choices(PLANS).default("free"))
    .action((flags: AddFlags) => {
      const user = withAccounts(flags, (accounts) => addUser(accounts, flags), true);
      printOutcome(flags, toJson(user), `Added ${user.email}: ${user.id}`);
    });
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists all people, oldest first.")
    .action((flags: SiteFlags & TimeFlags) => {
      const users = withAccounts(flags, ({ db }) => allUsers(db));
      printList(flags, users.map(toJson), "Nobody yet.", {
        ID: "id",
        EMAIL: "email",
        NAME: "name",
        PLAN: "plan",
        ROLE: (user) => serverRoleOf(user) ?? "person",
        STATE: ({ disabled_at }) => stateOfAccount(disabled_at),
        CREATED: "created_at",
      });
    });
}

function showCommand(): Command {
  return addTimeOption(new Command("show"))
    .description("Shows one person.")
    .argument("<user>", USER)
    .action((name: string, flags: SiteFlags & TimeFlags) => {
      const { user, keys } = withAccounts(flags, ({ db }) => {
        const user = findUser(db, name);
        return { user, keys: listKeys(db, user.id).length };
      });
      printFields({ ...toJson(user), keys }, flags);
    });
}

function setPlanCommand(): Command {
  return new Command("set-plan")
    .description("Changes a person's plan.")
    .argument("<user>", USER)
    .argument("<plan>", PLANS.join(", "))
    .action((name: string, plan: string, flags: SiteFlags) =>
      change(name, flags, (accounts, { id }) => setUserPlan(accounts, id, plan)),
    );
}

function setRoleCommand(): Command {
  return new Command("set-role")
    .description(
      "Makes a person an administrator or auditor of the server, or neither. Auditors see what administrators see, and change nothing.",
    )
    .argument("<user>", USER)
    .argument("<role>", `${SERVER_ROLES.join(", ")}, none`, serverRole)
    .action((name: string, role: ServerRole | null, flags: SiteFlags) =>
      change(name, flags, (accounts, { id }) => setServerRole(accounts, id, role)),
    );
}

function serverRole(text: string): ServerRole | null {
  if (text === "none") return null;
  const known = SERVER_ROLES.find((role) => role === text);
  if (known !== undefined) return known;
  throw new InvalidArgumentError(`Must be ${SERVER_ROLES.join(", ")} or none.`);
}

function setPrivacyCommand(): Command {
  return new Command("set-privacy")
    .description("Turns a person's privacy mode on or off. While on, their dictations are not saved.")
    .argument("<user>", USER)
    .argument("<on|off>", "on, off", onOrOff)
    .action((name: string, on: boolean, flags: SiteFlags) =>
      change(name, flags, (accounts, { id }) => setUserPrivacyMode(accounts, id, on)),
    );
}

function disableCommand(): Command {
  return new Command("disable")
    .description("Disables a person: everything that acts as them is refused from the next request on.")
    .argument("<user>", USER)
    .action((name: string, flags: SiteFlags) =>
      change(name, flags, (accounts, { id }) => disableUser(accounts, id)),
    );
}

function enableCommand(): Command {
  return new Command("enable")
    .description("Enables a disabled person again.")
    .argument("<user>", USER)
    .action((name: string, flags: SiteFlags) =>
      change(name, flags, (accounts, { id }) => enableUser(accounts, id)),
    );
}

function setupLinkCommand(): Command {
  return addTimeOption(addUrlOption(new Command("setup-link")))
    .description(
      "Creates a one-time link for a person to set name and password; an administrator's first one also sets their e-mail address.",
    )
    .option("--user <user>", `${USER} (default: the administrator)`)
    .option("--email <email>", "another address for them: the link sets no other than the account has")
    .option("--mail", "send the link to the person instead of printing it")
    .action((flags: LinkFlags & TimeFlags & { user?: string; email?: string; mail?: boolean }) => {
      const { user, link } = withAccounts(flags, (accounts) => {
        const { db, config, publicUrl } = accounts;
        const found = flags.user === undefined ? findAdministrator(db) : findUser(db, flags.user);
        const user = flags.email === undefined ? found : setUserEmail(accounts, found.id, flags.email);
        const where = { publicUrl: flags.url ?? publicUrl, validMs: config.auth.setup_link_hours * HOUR_MS };
        if (flags.mail !== true) return { user, link: makeSetupLink(accounts, user, where.publicUrl, where) };
        requireMail(config);
        return { user, link: mailSetupLink(accounts, user, where) };
      });
      if (flags.mail) return printMailed({ user_id: user.id, email: user.email }, link.expiresAt, flags);
      const words = `${link.url}\n\nThe link works once, until ${shownTime(link.expiresAt, flags)}, for ${user.email}. Their earlier links no longer work.`;
      printOutcome(flags, { user_id: user.id, ...wireForm(link, "url", "expiresAt") }, words);
    });
}

function change(name: string, flags: SiteFlags, make: (accounts: Accounts, user: User) => User): void {
  const user = withAccounts(flags, (accounts) => make(accounts, findUser(accounts.db, name)));
  const privacy = user.privacyMode ? ", privacy mode on" : "";
  const serverRole = serverRoleOf(user);
  const role = serverRole === null ? "" : `, ${serverRole} of the server`;
  const state = stateOfAccount(user.disabledAt);
  const words = `${user.email} (${user.id}): plan ${user.plan}, ${state}${role}${privacy}.`;
  printOutcome(flags, toJson(user), words);
}

function toJson(user: User) {
  const account = wireForm(user, "id", "email", "name", "plan", "administrator", "auditor");
  return { ...account, ...wireForm(user, "privacyMode", "disabledAt", "createdAt") };
}
