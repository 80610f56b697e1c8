/** The person's own keys: made here, shown once, revoked. */
import { call, type Schemas } from "../../client/api.ts";
import { keys as words } from "../../messages/keys.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { KeyShownOnce } from "../../parts/key-shown-once.tsx";
import { KeyTable, revoking } from "../../parts/key-table.tsx";
import { NewKey } from "../../parts/new-key.tsx";
import { Empty, Loaded, Page } from "../../parts/page.tsx";
import { useMaking } from "../../state/making.ts";
import { useCall } from "../../state/resource.ts";

type ApiKey = Schemas["ApiKey"];

export default function Keys() {
  const list = useCall("GET /v1/keys", {}, ["key"]);
  const { isAsking, ask, answers, made, onStored } = useMaking<Schemas["CreatedApiKey"]>(list.reload);
  const revoke = ({ id, name }: ApiKey) =>
    perform(
      async () => {
        await call("DELETE /v1/keys/{key}", { path: { key: id } });
        if (made.value?.id === id) made.value = null;
      },
      { ...revoking(name), after: list.reload },
    );
  const button = <Button look="small primary" icon="plus" text={words.make} onClick={ask} />;
  return (
    <Page title={words.title} lead={words.lead} actions={button}>
      {made.value && <KeyShownOnce made={made.value} onStored={onStored} />}
      <Loaded of={list}>
        {({ data, limit }) => <KeyList list={data} limit={limit} onRevoke={revoke} />}
      </Loaded>
      <section class="stack tight">
        <h2>{words.firstTitle}</h2>
        <p class="second">{words.first}</p>
        <CodeBlock text={firstRequest(made.value?.key ?? "$KEY")} />
      </section>
      {isAsking && <NewKey create={(body) => call("POST /v1/keys", { body })} {...answers} />}
    </Page>
  );
}

interface KeyListProps {
  list: readonly ApiKey[];
  limit: number;
  onRevoke: (key: ApiKey) => unknown;
}

function KeyList({ list, limit, onRevoke }: KeyListProps) {
  const active = list.filter(({ state }) => state === "active");
  const former = list.filter(({ state }) => state !== "active");
  return (
    <>
      {active.length === 0 ? (
        <Empty title={words.emptyTitle}>
          <p>{words.empty}</p>
        </Empty>
      ) : (
        <section class="stack tight">
          <KeyTable caption={words.caption} keys={active} onRevoke={onRevoke} />
          <p class="quiet small">{words.count(active.length, limit)}</p>
        </section>
      )}
      {former.length > 0 && (
        <details>
          <summary>{words.former(former.length)}</summary>
          <KeyTable caption={words.former(former.length)} keys={former} />
        </details>
      )}
    </>
  );
}

function firstRequest(key: string): string {
  return `curl ${location.origin}/v1/audio/transcriptions \\
  -H "Authorization: Bearer ${key}" \\
  -F file=@talk.wav -F model=speech-v1.5`;
}
