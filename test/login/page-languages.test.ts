/** The pages in the language of their reader, and as the operator named and coloured them. */
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { inviteMember } from "../../src/accounts/onboarding/invitations.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { setInterfaceLanguage } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from "../../src/lib/interface-languages.ts";
import { temporaryFolder } from "../support/database.ts";
import { nowhereDirectory } from "../support/directory-server.ts";
import { App, PUBLIC_CLIENT } from "../support/oauth.ts";
import { startPeople } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

const OTHERS = INTERFACE_LANGUAGES.filter((language) => language !== "en");
const MESSAGES = join(import.meta.dir, "../../src/pages/messages");

const site = temporaryFolder();
/** Whole English messages of the catalogues that are said differently in the language. */

await Bun.write(join(site.path, "logo.svg"), "<svg/>");
const people = await testPeople({
  environment: {
    TIRO_WEB_NAME: "Acme Speech",
    TIRO_WEB_SITE_DIR: site.path,
    TIRO_WEB_LOGO: "logo.svg",
    TIRO_WEB_COLOR: "#8a1f5c",
  },
});
const app = await App.register(people.server, { ...PUBLIC_CLIENT, redirect_uris: ["https://app.test/cb"] });
const files = readdirSync(MESSAGES).filter((name) => !name.endsWith(".test.ts"));
const modules = await Promise.all(files.map((name) => import(join(MESSAGES, name))));
const catalogues = modules.flatMap((module) => Object.values(module)).filter(isCatalogue);
const said = (language: InterfaceLanguage) => catalogues.flatMap((catalogue) => textsIn(catalogue[language]));
const inLanguage = (language: InterfaceLanguage) => {
  const own = said(language).join("\n");
  return said("en").filter((text) => text.length > 7 && !own.includes(text));
};
const english: Record<InterfaceLanguage, string[]> = Object.fromEntries(
  INTERFACE_LANGUAGES.map((language) => [language, inLanguage(language)]),
) as typeof english;
afterAll(async () => {
  site[Symbol.dispose]();
});

type Catalogue = Record<InterfaceLanguage, unknown>;

function isCatalogue(value: unknown): value is Catalogue {
  return typeof value === "object" && value !== null && INTERFACE_LANGUAGES.every((name) => name in value);
}

function textsIn(messages: unknown): string[] {
  if (typeof messages === "string") return [messages];
  return typeof messages === "object" && messages !== null ? Object.values(messages).flatMap(textsIn) : [];
}

/** The visible text. */
function visible(page: string): string {
  const text = page.replace(/<(script|pre|title)[\s\S]*?<\/\1>/g, "").replace(/<[^>]+>/g, " ");
  return text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

const reading = (browser: Visitor, language: string) => {
  browser.headers["Accept-Language"] = `${language}-XX, en;q=0.5`;
  return browser;
};

describe.each([...OTHERS])("in %s", (language) => {
  test("every page is said in the reader's language alone", async () => {
    const user = people.add("Ada");
    const acme = addOrganization(people.deps, { name: `Acme ${language}`, owner: user });
    const eve = people.add("Eve");
    const strict = addOrganization(people.deps, { name: `Strict ${language}`, owner: eve });
    setPolicy(people.deps, strict.id, { secondStepRequired: true });
    const invited = (email: string) =>
      new URL(inviteMember(people.deps, acme.id, { email, role: "member" }, people.server.url).url).pathname;
    const visitor = reading(people.visitor(), language);
    const own = reading(people.browserOf(user), language);
    const asked = reading(people.browserOf(eve), language);
    const setup = new URL(makeSetupLink(people.deps, eve, people.server.url).url).pathname;
    const joining = people.add("Joe");
    const pages: [Visitor, string][] = [
      ...["/login", "/login/passkey", "/docs/connect", setup, invited(`${language}@new.test`)].map(
        (path): [Visitor, string] => [visitor, path],
      ),
      ...["/setup/none", "/oauth/authorize?client_id=none"].map((path): [Visitor, string] => [own, path]),
      [own, "/account/company"],
      ...["/login/second-step", "/login/second-step/passkey"].map((path): [Visitor, string] => [asked, path]),
      [own, "/logout"],
      [own, app.authorizationPath({ redirect_uri: "https://app.test/cb" })],
      [reading(people.browserOf(joining), language), `${invited(joining.email)}/join`],
    ];
    for (const [browser, path] of pages) {
      const page = await browser.get(path);
      expect([path, page.text.includes(`<html lang="${language}">`)]).toEqual([path, true]);
      expect([path, page.headers.get("vary")]).toEqual([path, "Accept-Language, Cookie"]);
      const shown = visible(page.text);
      expect([path, english[language].filter((message) => shown.includes(message))]).toEqual([path, []]);
    }
  });
});

test("so is the log-in with the company's directory, and the connection to it", async () => {
  const company = await startPeople({ environment: nowhereDirectory() });
  try {
    const user = company.add("Ada");
    for (const language of OTHERS) {
      const pages: [Visitor, string][] = [
        [company.visitor(), "/login"],
        [company.browserOf(user), "/account/company"],
      ];
      for (const [browser, path] of pages) {
        const page = await reading(browser, language).get(path);
        expect([language, path, page.text.includes('name="company_password"')]).toEqual([
          language,
          path,
          true,
        ]);
        const shown = visible(page.text);
        expect([path, english[language].filter((message) => shown.includes(message))]).toEqual([path, []]);
      }
    }
  } finally {
    await company.server.close();
  }
});

test("a fault is told in the reader's language, beside its field and above the form", async () => {
  const visitor = reading(people.visitor(), "de");
  const wrong = await visitor.submit("/login", { email: "x@acme.test", password: "wrong password!" });
  expect(wrong.text).toContain("Die E-Mail-Adresse oder das Passwort ist falsch.");
  const uwe = people.add("Uwe");
  const setup = new URL(makeSetupLink(people.deps, uwe, people.server.url).url).pathname;
  const form = { email: "uwe@elsewhere.test", name: "Uwe", password: "x", password_again: "y" };
  const refused = await visitor.submit(setup, form);
  expect(refused.status).toBe(400);
  for (const text of [
    "Prüfen Sie diese Felder:",
    `Dieser Link gilt nur für ${uwe.email}.`,
    `Das Passwort muss ${limits.passwordCharsMin} bis ${limits.passwordCharsMax} Zeichen haben.`,
  ])
    expect(refused.text).toContain(text);
  expect((await visitor.get(`/setup/${"x".repeat(43)}`)).text).toContain("Dieser Link gilt nicht mehr:");
});

test("what a person chose counts more than what their browser asks for, once they are known", async () => {
  const user = people.add("Fleur");
  const browser = reading(people.browserOf(user), "de");
  expect((await browser.get("/logout")).text).toContain("<h1>Abmelden</h1>");
  setInterfaceLanguage(people.deps, user.id, "fr");
  expect((await browser.get("/logout")).text).toContain("<h1>Se déconnecter</h1>");
  expect((await browser.get("/docs/connect")).text).toContain('<html lang="de">');
});

test("pages have the operator's name, logo and colour, and the theme that the person chose", async () => {
  const visitor = people.visitor();
  const page = await visitor.get("/login");
  expect(page.text).toContain("<title>Log in · Acme Speech</title>");
  expect(page.text).toContain('<img class="logo" src="/site/logo.svg" alt="">Acme Speech');
  const accent = /href="(\/assets\/accent-[0-9a-f]{16}\.css)"/.exec(page.text)?.[1] ?? "";
  const sheet = await visitor.get(accent);
  expect([sheet.status, sheet.text.includes("--accent: light-dark(#8a1f5c")]).toEqual([200, true]);
  visitor.cookies.set("tiro_theme", "dark");
  expect((await visitor.get("/login")).text).toContain('<html lang="en" data-theme="dark">');
  visitor.cookies.set("tiro_theme", '"><script>');
  expect((await visitor.get("/login")).text).toContain('<html lang="en">');
});
