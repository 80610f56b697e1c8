/** The languages of a select: those that an installed pack recognizes come first. And what to do about one of the others. */
import { session } from "../client/session.ts";
import { languageMessages as words } from "../messages/languages.ts";
import { spokenLanguages } from "../state/spoken-languages.ts";
import { Banner } from "./banner.tsx";

function isInstalled(code: string): boolean {
  return session.recognized_languages.includes(code);
}

export function LanguageOptions() {
  const languages = spokenLanguages();
  const groups = [
    { label: words.installed, members: languages.filter(({ value }) => isInstalled(value)) },
    { label: words.others, members: languages.filter(({ value }) => !isInstalled(value)) },
  ];
  return groups
    .filter(({ members }) => members.length > 0)
    .map(({ label, members }) => (
      <optgroup key={label} label={label}>
        {members.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </optgroup>
    ));
}

/** Shown before anybody speaks. @param code as chosen; `auto` needs no pack of its own. */
export function LanguageNotInstalled({ code }: { code: string }) {
  if (code === "auto" || isInstalled(code)) return null;
  const name = spokenLanguages().find(({ value }) => value === code)?.label ?? code;
  return <Banner role="status" text={words.notInstalled(name, code)} />;
}
