/** The first recognizer: what the one in the box is good for, and which of the catalogue suits the languages and this machine. */
import { useSignal } from "@preact/signals";
import { requestLimits } from "../../../config/limits/requests.ts";
import { type Answer, call } from "../../client/api.ts";
import { loadHealth } from "../../client/health.ts";
import { home } from "../../messages/home.ts";
import { packWords } from "../../messages/packs.ts";
import { welcomeWords as words } from "../../messages/welcome.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Form } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { useTasks } from "../../parts/task.tsx";
import { bytes } from "../../state/format.ts";
import { useCall, useResource } from "../../state/resource.ts";
import { into } from "../../state/signals.ts";
import { Arrivals } from "../packs/arrivals.tsx";
import { shareOfErrors } from "../packs/share-of-errors.ts";
import type { StepProps } from "./guide.ts";

type Offer = Answer<"GET /v1/administration/packs/recommended">["data"][number];

/** The best of them; the page of packs has all. */
const SHOWN = 4;

export function FirstPack({ isDone }: StepProps) {
  const languages = useSignal(languagesOfBrowser());
  const packs = useCall("GET /v1/administration/packs");
  const tasks = useTasks();
  const offers = useCall("GET /v1/administration/packs/recommended", {
    query: { languages: languages.value || "en" },
  });
  return (
    <>
      {isDone ? <p>{words.hasPack}</p> : <InTheBox />}
      <Arrivals tasks={tasks} mayChange />
      <SearchField
        label={words.languages}
        maxLength={requestLimits.recommendedLanguagesChars}
        query={languages.value}
        onSearch={into(languages)}
      />
      <Loaded of={packs}>
        {({ mirrors }) => (
          <Loaded of={offers}>
            {({ data }) => <Offers key={languages.value} offers={data.slice(0, SHOWN)} mirrors={mirrors} />}
          </Loaded>
        )}
      </Loaded>
      <p>
        <a href="/app/admin/packs">{words.allPacks}</a>
      </p>
    </>
  );
}

/** Such as “de,en”, as the browser asks for pages. */
function languagesOfBrowser(): string {
  const codes = navigator.languages.map((tag) => tag.split("-")[0] ?? "").filter(Boolean);
  return [...new Set(codes)].join(",") || "en";
}

/** Said plainly, before anybody relies on it. */
function InTheBox() {
  const health = useResource(loadHealth);
  const [id = ""] = health.data.value?.checks.models.loaded?.split("@") ?? [];
  return (
    <>
      <p>{words.packWhy}</p>
      {id in home.inTheBox && <p class="second">{home.inTheBox[id as keyof typeof home.inTheBox]}</p>}
    </>
  );
}

function Offers({ offers, mirrors }: { offers: Offer[]; mirrors: string[] }) {
  const chosen = useSignal(offers[0]?.id ?? "");
  if (offers.length === 0) return <p class="second">{packWords.nothingFound}</p>;
  const choices = (
    <fieldset>
      <legend class="for-readers">{words.names.pack}</legend>
      <div class="choices">
        {offers.map((offer, index) => (
          <label class="check" key={offer.id}>
            <input
              type="radio"
              name="pack"
              value={offer.id}
              checked={offer.id === chosen.value}
              onChange={() => {
                chosen.value = offer.id;
              }}
            />
            <span class="row">
              <strong>{offer.id}</strong>
              {index === 0 && <span class="badge good">{words.recommended}</span>}
            </span>
            <span class="hint">{factsOf(offer)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
  if (mirrors.length > 0)
    return (
      <Form
        submit={packWords.install}
        onSubmit={() => call("POST /v1/administration/packs/install", { body: { pack: chosen.value } })}
      >
        {choices}
      </Form>
    );
  return (
    <>
      {choices}
      <div class="stack tight">
        <p class="second">{words.packOnHost}</p>
        <CodeBlock text={`sudo tiro models install ${chosen.value} --data /var/lib/tiro`} />
        <p class="second">{words.packOffline}</p>
      </div>
    </>
  );
}

function factsOf({ licence, memory_bytes: memory, speed, errors, obstacles }: Offer): string {
  const facts = [
    licence,
    ...(memory === null ? [] : [`${packWords.memory}: ${bytes(memory)}`]),
    `${packWords.speed}: ${packWords.speeds[speed]}`,
    `${packWords.errors}: ${shareOfErrors(errors)}`,
    ...obstacles,
  ];
  return facts.join(" · ");
}
