import { Command, Option } from "commander";
import { addUser, listUsers } from "../accounts/users.ts";
import { systemClock, toIsoTime } from "../lib/clock.ts";
import { PLANS, type User } from "../store/users.ts";
import { printJson, printLine, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags, withDatabase } from "./support/site.ts";

interface AddFlags extends SiteFlags {
  email: string;
  name: string;
  plan: string;
}

export function buildCommand(): Command {
  return new Command("users")
    .description("People who may use this server. Works while the server runs and while it does not.")
    .addCommand(addSiteOptions(addCommand()))
    .addCommand(addSiteOptions(listCommand()));
}

function addCommand(): Command {
  return new Command("add")
    .description("Adds a person. `tiro keys create` then makes a key for them.")
    .requiredOption("--email <address>", "e-mail address, unique in any case")
    .requiredOption("--name <name>", "full name")
    .addOption(new Option("--plan <plan>", "plan").choices(PLANS).default("free"))
    .action((flags: AddFlags) => {
      const user = withDatabase(flags, { create: true }, ({ db }) =>
        addUser({ db, clock: systemClock }, flags),
      );
      if (flags.json) printJson(toJson(user));
      else printLine(`Added ${user.email}: ${user.id}`);
    });
}

function listCommand(): Command {
  return new Command("list").description("Lists everybody, oldest first.").action((flags: SiteFlags) => {
    const users = withDatabase(flags, { create: false }, ({ db }) => listUsers(db));
    if (flags.json) return printJson(users.map(toJson));
    const rows = users.map((user) => [
      user.id,
      user.email,
      user.name ?? "",
      user.plan,
      user.administrator ? "administrator" : "person",
      user.disabledAt === null ? "active" : "disabled",
      toIsoTime(user.createdAt),
    ]);
    printTable(["ID", "EMAIL", "NAME", "PLAN", "ROLE", "STATE", "CREATED"], rows, "Nobody yet.");
  });
}

function toJson(user: User): Record<string, unknown> {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    plan: user.plan,
    administrator: user.administrator,
    privacy_mode: user.privacyMode,
    disabled_at: user.disabledAt === null ? null : toIsoTime(user.disabledAt),
    created_at: toIsoTime(user.createdAt),
  };
}
