/** Language and style of the person's dictations. */
import { call, type Schemas } from "../../client/api.ts";
import { words } from "../../messages/words.ts";
import { toast, toastFault } from "../../parts/acts.tsx";
import { SelectField, Switch } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { useCall } from "../../state/resource.ts";
import { spokenLanguages } from "../../state/spoken-languages.ts";

export function DictationSettings() {
  const settings = useCall("GET /v1/settings", {}, ["customizations"]);
  const change = async (body: { language?: Schemas["LanguageCode"]; casual_messaging?: boolean }) => {
    try {
      settings.data.value = await call("PATCH /v1/settings", { body });
      toast(words.saved);
    } catch (error) {
      toastFault(error);
      await settings.reload();
    }
  };
  return (
    <section class="stack tight" aria-labelledby="settings">
      <h2 id="settings">{words.settings}</h2>
      <Loaded of={settings}>
        {({ language: spoken, casual_messaging: casual }) => (
          <>
            <SelectField
              name="language"
              label={words.language}
              options={[{ value: "auto", label: words.automatic }, ...spokenLanguages()]}
              value={spoken ?? "auto"}
              onChange={(chosen) => void change({ language: chosen as Schemas["LanguageCode"] })}
            />
            <Switch
              name="casual_messaging"
              label={words.casual}
              hint={words.casualHint}
              checked={casual ?? false}
              onChange={(on) => void change({ casual_messaging: on })}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
