/** Words that the organization adds for all of its members. */
import { requestLimits } from "../../../config/limits/requests.ts";
import { call, type Schemas } from "../../client/api.ts";
import { organizationWords as words } from "../../messages/organization.ts";
import { perform, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { useCall } from "../../state/resource.ts";
import { Proposals } from "./proposals.tsx";

const CHANGE = "PATCH /v1/organizations/{organization}/dictionary";

export function Dictionary({ organization }: { organization: Schemas["Organization"] }) {
  const { id, permissions } = organization;
  const path = { organization: id };
  const dictionary = useCall("GET /v1/organizations/{organization}/dictionary", { path });
  const mayChange = permissions.includes("dictionary.change");
  const add = async (fields: FormData) => {
    const word = String(fields.get("word")).trim();
    await call(CHANGE, { path, body: { operations: [{ type: "dictionary_add", word }] } });
    toast(words.wordAdded(word));
    await dictionary.reload();
  };
  const remove = (word: string) =>
    perform(() => call(CHANGE, { path, body: { operations: [{ type: "dictionary_remove", word }] } }), {
      done: words.wordRemoved(word),
      after: dictionary.reload,
    });
  return (
    <>
      {permissions.includes("dictionary.propose") && (
        <Proposals organization={organization} onChange={dictionary.reload} />
      )}
      <Section title={words.dictionary}>
        <p class="second">{words.dictionaryLead}</p>
        <Loaded of={dictionary}>
          {({ words: known, revision }) => (
            <>
              {mayChange && (
                <Form key={revision} submit={words.addAct} onSubmit={add}>
                  <div class="narrow">
                    <TextField
                      name="word"
                      label={words.word}
                      autocomplete="off"
                      maxLength={requestLimits.dictionaryWordChars}
                      required
                    />
                  </div>
                </Form>
              )}
              {known.length === 0 ? (
                <p class="second">{words.noWords}</p>
              ) : (
                <ul class="ledger">
                  {known.map((word) => (
                    <li key={word}>
                      <span class="title">{word}</span>
                      {mayChange && (
                        <Button
                          look="small destroy plain side-note"
                          text={words.remove}
                          of={word}
                          onClick={() => void remove(word)}
                        />
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </Loaded>
      </Section>
    </>
  );
}
