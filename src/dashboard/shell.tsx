/** The frame of every page: side bar on wide screens, bottom bar on phones, and what floats above. */
import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { session } from "./client/session.ts";
import { anotherPerson, logInAgain } from "./client/session-end.ts";
import { Commands, SearchButton } from "./commands/commands.tsx";
import { opened } from "./commands/opened.ts";
import { commands } from "./messages/commands.ts";
import { frame } from "./messages/frame.ts";
import { pages } from "./pages.ts";
import { Confirmation, Toasts } from "./parts/acts.tsx";
import { Announcer } from "./parts/announcer.tsx";
import { AnotherPerson } from "./parts/another-person.tsx";
import { Icon, Link, Mark, Menu } from "./parts/button.tsx";
import { CredentialChanges } from "./parts/credential-changes.tsx";
import { LogInAgain, StepUp } from "./parts/log-in-again.tsx";
import { NewVersion } from "./parts/new-version.tsx";
import type { KnownPage, PageGroup } from "./parts/page-definition.ts";
import { useGuardedNavigation } from "./parts/unsaved.ts";
import { initialsOf, mayOnServer, me, nameOf } from "./state/me.ts";
import { setting } from "./state/signals.ts";
import { setTheme, THEMES, theme } from "./state/theme.ts";

const GROUPS: readonly PageGroup[] = ["work", "account", "administration"];

export function Shell({ children }: { children: ComponentChildren }) {
  useGuardedNavigation();
  const isCovered = anotherPerson.value || logInAgain.value;
  const { path } = useLocation();
  const whole = pages.find(({ whole, paths: [address] }) => whole && path.startsWith(address))?.whole;
  if (whole)
    return (
      <WholeWindow kind={whole} isCovered={isCovered}>
        {children}
      </WholeWindow>
    );
  return (
    <>
      <div class="shell" hidden={isCovered}>
        <Link look="button primary skip" text={frame.skip} href="#main" />
        <SideBar />
        <div>
          <header class="top-bar phone-only">
            <WordMark />
            <span class="push" />
            <SearchButton short />
            <PersonMenu class="button plain" short />
          </header>
          <main class="page" id="main" tabIndex={-1}>
            <NewVersion />
            <CredentialChanges />
            {children}
          </main>
        </div>
        <BottomBar />
      </div>
      <Above isCovered={isCovered} />
    </>
  );
}

interface WholeWindowProps {
  kind: NonNullable<KnownPage["whole"]>;
  isCovered: boolean;
  children: ComponentChildren;
}

function WholeWindow({ kind, isCovered, children }: WholeWindowProps) {
  return (
    <>
      <div class={kind === "gate" ? "gate broad" : ""} hidden={isCovered}>
        <Link look="button primary skip" text={frame.skip} href="#main" />
        {kind === "gate" && (
          <header>
            <WordMark />
          </header>
        )}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Above isCovered={isCovered} />
    </>
  );
}

/** The layers above every page. */
function Above({ isCovered }: { isCovered: boolean }) {
  return (
    <>
      {!isCovered && <Toasts />}
      <Announcer />
      {!isCovered && <Commands pages={visiblePages()} />}
      <Confirmation />
      <StepUp />
      <LogInAgain />
      <AnotherPerson />
    </>
  );
}

function WordMark() {
  const { logo, product } = session;
  return (
    <a class="word-mark" href="/app/">
      {logo === null ? <Mark /> : <img src={logo} alt="" />}
      {product}
    </a>
  );
}

function SideBar() {
  const groupTitles = { work: null, account: frame.account, administration: frame.administration };
  return (
    <nav class="side" aria-label={frame.main}>
      <WordMark />
      <SearchButton />
      {GROUPS.map((group) => {
        const own = visiblePages().filter((page) => page.group === group);
        return (
          own.length > 0 && (
            <div key={group}>
              {groupTitles[group] && <h2>{groupTitles[group]}</h2>}
              <ul>
                {own.map((page) => (
                  <li key={page.paths[0]}>
                    <PageLink page={page} />
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      <div class="side-foot menu-holder">
        <PersonMenu up />
      </div>
    </nav>
  );
}

function BottomBar() {
  const inBar = visiblePages().filter(({ inBottomBar }) => inBottomBar);
  const others = visiblePages().filter(({ inBottomBar }) => !inBottomBar);
  return (
    <nav class="bottom-bar" aria-label={frame.mainShort}>
      {inBar.map((page) => (
        <PageLink key={page.paths[0]} page={page} />
      ))}
      {others.length > 0 && (
        <Menu up class="" icon="more" text={<span>{frame.more}</span>}>
          {others.map((page) => (
            <PageLink key={page.paths[0]} page={page} />
          ))}
        </Menu>
      )}
    </nav>
  );
}

function PageLink({ page }: { page: KnownPage }) {
  const { path } = useLocation();
  const [address] = page.paths;
  const isHere = address === "/app/" ? path === "/app/" || path === "/app" : path.startsWith(address);
  return (
    <a
      href={address}
      {...(isHere && { "aria-current": "page" as const })}
      onPointerEnter={() => void page.preload()}
      onFocus={() => void page.preload()}
    >
      <Icon name={page.icon} />
      <span>{page.title()}</span>
    </a>
  );
}

function PersonMenu({ up = false, short = false, class: buttonClass = "" }) {
  const person = me.data.value;
  if (person === null) return null;
  const name = nameOf(person);
  const [organization] = person.organizations;
  const face = (
    <span class="face" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
  return (
    <Menu
      up={up}
      class={buttonClass}
      text={
        short ? (
          <>
            {face}
            <span class="for-readers">{name}</span>
          </>
        ) : (
          <>
            {face}
            <span>
              <strong>{name}</strong>
              {organization && (
                <>
                  <br />
                  <span class="quiet small">{organization.name}</span>
                </>
              )}
            </span>
          </>
        )
      }
    >
      <a href="/app/you">{frame.accountAndLogIn}</a>
      <a href="/docs/connect">{frame.connect}</a>
      <a href="/docs">{frame.manual}</a>
      <button type="button" onClick={setting(opened, "shortcuts")}>
        {commands.shortcuts}
        <kbd>?</kbd>
      </button>
      <hr />
      {THEMES.map((each) => (
        <button key={each} type="button" aria-pressed={theme.value === each} onClick={() => setTheme(each)}>
          {frame.themes[each]}
          {theme.value === each && <Icon name="check" />}
        </button>
      ))}
      <hr />
      <a href="/logout">{frame.logOut}</a>
    </Menu>
  );
}

function visiblePages(): KnownPage[] {
  const person = me.data.value;
  return pages.filter(
    ({ isUnlisted, needs, isFor }) =>
      !isUnlisted &&
      (needs === undefined || mayOnServer(needs)) &&
      (isFor === undefined || (person !== null && isFor(person))),
  );
}
