/** Apps and assistants that may act for the person, and how to connect one. */
import { call, type Schemas } from "../../client/api.ts";
import { apps as words } from "../../messages/apps.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Empty, Loaded, Page } from "../../parts/page.tsx";
import { useCall } from "../../state/resource.ts";
import { AppGroup } from "./app-group.tsx";
import { groupGrants, nameOfApp } from "./group-grants.ts";

type Grant = Schemas["Grant"];

export default function Apps() {
  const list = useCall("GET /v1/grants", {}, ["grant"]);
  const takeBack = (grant: Grant) => {
    const name = nameOfApp(grant);
    return perform(() => call("DELETE /v1/grants/{grant}", { path: { grant: grant.id } }), {
      ask: { title: words.takeBackTitle(name), text: words.takeBackText, act: words.takeBack },
      done: words.taken(name),
      after: list.reload,
    });
  };
  const takeAllBack = () =>
    perform(() => call("DELETE /v1/grants"), {
      ask: { title: words.allTitle, text: words.allText, act: words.takeAllBack },
      done: words.allTaken,
      after: list.reload,
    });
  const hasSeveral = (list.data.value?.data.length ?? 0) > 1;
  const all = hasSeveral && (
    <Button look="small destroy plain" text={words.takeAllBack} onClick={takeAllBack} />
  );
  return (
    <Page title={words.title} lead={words.lead} actions={all}>
      <Loaded of={list}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.emptyTitle}>
              <p>{words.empty}</p>
            </Empty>
          ) : (
            groupGrants(data).map((group) => (
              <AppGroup key={group[0].id} grants={group} onTakeBack={takeBack} />
            ))
          )
        }
      </Loaded>
      <section class="stack tight" aria-labelledby="connect">
        <h2 id="connect">{words.connectTitle}</h2>
        <p class="second">{words.connect}</p>
        <CodeBlock text={`${location.origin}/mcp`} />
        <p>
          <a href="/docs/connect">{words.how}</a>
        </p>
      </section>
    </Page>
  );
}
