/** The person's name, and the language and colours of the pages. */
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from "../../../lib/interface-languages.ts";
import { interfaceLanguage } from "../../../web/language.ts";
import { call, type Schemas } from "../../client/api.ts";
import { frame } from "../../messages/frame.ts";
import { notices } from "../../messages/notices.ts";
import { you as words } from "../../messages/you.ts";
import { orToast, toast } from "../../parts/acts.tsx";
import { Form, SelectField, Switch, TextField } from "../../parts/form.tsx";
import { consent, setNotices } from "../../parts/notices.ts";
import { language } from "../../state/language.ts";
import { setTheme, THEMES, type Theme, theme } from "../../state/theme.ts";

export interface PersonProps {
  person: Schemas["Profile"];
  onChanged: () => unknown;
}

export function NameForm({ person, onChanged }: PersonProps) {
  const save = async (fields: FormData) => {
    await call("PATCH /v1/me", { body: { name: String(fields.get("name")).trim() } });
    toast(words.saved);
    await onChanged();
  };
  return (
    <section class="stack tight">
      <h2>{words.name}</h2>
      {person.from_directory ? (
        <p>
          {person.name} <span class="second">{words.nameByDirectory}</span>
        </p>
      ) : (
        <Form submit={words.save} onSubmit={save}>
          <TextField
            name="name"
            label={words.yourName}
            hint={words.nameHint}
            value={person.name ?? ""}
            autocomplete="name"
            required
          />
        </Form>
      )}
    </section>
  );
}

export function PageSettings({ person, onChanged }: PersonProps) {
  const choose = async (chosen: string) => {
    const body = { interface_language: chosen === "" ? null : (chosen as InterfaceLanguage) };
    await orToast(async () => {
      await call("PATCH /v1/me", { body });
      language.value = interfaceLanguage(body.interface_language, navigator.languages.join());
    });
    await onChanged();
  };
  const languages = [
    { value: "", label: words.asBrowser },
    ...INTERFACE_LANGUAGES.map((value) => ({ value, label: ownName(value) })),
  ];
  const themes = THEMES.map((value) => ({ value, label: frame.themes[value] }));
  return (
    <section class="stack tight">
      <h2>{words.pagesTitle}</h2>
      <SelectField
        name="interface_language"
        label={words.language}
        hint={words.languageHint}
        options={languages}
        value={person.interface_language ?? ""}
        onChange={(chosen) => void choose(chosen)}
      />
      <SelectField
        name="theme"
        label={frame.theme}
        options={themes}
        value={theme.value}
        onChange={(chosen) => setTheme(chosen as Theme)}
      />
      <NoticesSwitch />
    </section>
  );
}

function NoticesSwitch() {
  if (consent.value === "unsupported") return null;
  return (
    <Switch
      name="notices"
      label={notices.label}
      hint={consent.value === "refused" ? notices.refused : notices.hint}
      checked={consent.value === "on"}
      onChange={(on) => void setNotices(on)}
    />
  );
}

/** As its speakers call it, so that everybody finds theirs. */
function ownName(code: InterfaceLanguage): string {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
