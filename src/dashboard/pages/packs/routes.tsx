/** Which pack recognizes which language, and the choice of another. */
import { useSignal } from "@preact/signals";
import { type Answer, call } from "../../client/api.ts";
import { packWords as words } from "../../messages/packs.ts";
import { toast, toastFault } from "../../parts/acts.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { useCall } from "../../state/resource.ts";
import { languageNames } from "./language-names.ts";
import { ShowAll } from "./show-all.tsx";

type Route = Answer<"GET /v1/administration/model-routes">["data"][number];

const SHOWN = 12;

interface RoutesProps {
  mayChange: boolean;
  /** Which packs are used for what is another then. */
  onChanged: () => Promise<void>;
}

export function Routes({ mayChange, onChanged }: RoutesProps) {
  const isWhole = useSignal(false);
  const routes = useCall("GET /v1/administration/model-routes", {}, ["administration_task"]);
  const choose = async ({ language }: Route, pack: string) => {
    const path = { language };
    try {
      routes.data.value =
        pack === ""
          ? await call("DELETE /v1/administration/model-routes/{language}", { path })
          : await call("PUT /v1/administration/model-routes/{language}", { path, body: { packs: [pack] } });
      toast(words.routed(nameOf(language)));
      await onChanged();
    } catch (error) {
      toastFault(error);
      await routes.reload();
    }
  };
  const columns: Columns<Route> = [
    { head: words.language, cell: ({ language }) => nameOf(language) },
    { head: words.pack, cell: ({ packs: [first] }) => first ?? words.unknown },
    { head: words.decidedBy, cell: ({ source }) => words.sources[source] },
    mayChange && {
      head: words.choice,
      cell: (route) => <PackChoice route={route} onChoose={(pack) => choose(route, pack)} />,
    },
  ];
  return (
    <Section title={words.routes} beside={<span class="second small">{words.routesText}</span>}>
      <Loaded of={routes}>
        {({ data }) => (
          <>
            <Table
              caption={words.routes}
              columns={columns}
              rows={isWhole.value ? data : data.slice(0, SHOWN)}
              keyOf={({ language }) => language}
            />
            {!isWhole.value && data.length > SHOWN && <ShowAll count={data.length} isWhole={isWhole} />}
          </>
        )}
      </Loaded>
      <p class="quiet small">{words.routesHint}</p>
    </Section>
  );
}

function nameOf(language: string): string {
  return language === "unknown" ? words.noLanguage : languageNames([language]);
}

/** Packs are named without their version: a newer one that is installed takes over. */
function PackChoice({ route, onChoose }: { route: Route; onChoose: (pack: string) => Promise<void> }) {
  const { language, able, source, packs } = route;
  if (source === "configuration") return null;
  const ids = [...new Set(able.map(idOf))];
  return (
    <Choice
      label={words.chooseFor(nameOf(language))}
      all={words.sources.shipped}
      options={ids.map((id) => [id, id])}
      value={source === "chosen" ? idOf(packs[0] ?? "") : ""}
      onChange={onChoose}
    />
  );
}

function idOf(name: string): string {
  return name.replace(/@.*$/, "");
}
