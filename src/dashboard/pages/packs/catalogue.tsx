/** The packs of the catalogue, found by language or name, and installed from a mirror of the site's. */
import { useSignal } from "@preact/signals";
import { administrationLimits } from "../../../config/limits/administration.ts";
import { type Answer, call } from "../../client/api.ts";
import { packWords as words } from "../../messages/packs.ts";
import { orToast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { bytes } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";
import { into } from "../../state/signals.ts";
import { languagesText } from "./language-names.ts";
import { shareOfErrors } from "./share-of-errors.ts";
import { ShowAll } from "./show-all.tsx";

type Entry = Answer<"POST /v1/administration/packs/catalogue/search">["data"][number];

const SHOWN = 12;

export function Catalogue({ mirrors, mayChange }: { mirrors: string[]; mayChange: boolean }) {
  const query = useSignal("");
  const isWhole = useSignal(false);
  const mirror = useSignal(mirrors[0] ?? "");
  const found = useCall("POST /v1/administration/packs/catalogue/search", { body: { query: query.value } });
  return (
    <Section title={words.catalogue} beside={<span class="second small">{words.offline}</span>}>
      <div class="row">
        <SearchField
          small
          label={words.search}
          maxLength={administrationLimits.packSearchChars}
          query={query.value}
          onSearch={into(query)}
        />
        {mirrors.length > 1 && (
          <Choice
            label={words.from}
            options={mirrors.map((address) => [address, address])}
            value={mirror.value}
            onChange={into(mirror)}
          />
        )}
      </div>
      {mayChange && mirrors.length === 0 && <p class="second">{words.noMirror}</p>}
      <Loaded of={found} none={words.nothingFound}>
        {({ data }) => (
          <>
            <Offers
              rows={isWhole.value ? data : data.slice(0, SHOWN)}
              mirror={mayChange && mirror.value !== "" ? mirror.value : null}
            />
            {!isWhole.value && data.length > SHOWN && <ShowAll count={data.length} isWhole={isWhole} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Offers({ rows, mirror }: { rows: Entry[]; mirror: string | null }) {
  const orUnknown = (count: number | null) => (count === null ? words.unknown : bytes(count));
  const columns: Columns<Entry> = [
    { head: words.pack, cell: ({ id, description }) => <span title={description}>{id}</span> },
    { head: words.hears, cell: ({ languages }) => languagesText(languages) || words.anyLanguage },
    { head: words.memory, kind: "number", cell: (pack) => orUnknown(pack.memory_bytes) },
    { head: words.speed, cell: ({ speed }) => (speed === null ? "–" : words.speeds[speed]) },
    { head: words.errors, kind: "number", cell: ({ errors }) => shareOfErrors(errors) },
    { head: words.licence, cell: ({ licence }) => licence },
    { head: words.download, kind: "number", cell: (pack) => orUnknown(pack.download_bytes) },
    { head: words.checksum, cell: ({ sha256 }) => (sha256 === null ? words.noChecksum : words.known) },
    {
      head: words.acts,
      kind: "acts",
      cell: (pack) =>
        pack.installed ? (
          <span class="state good">{words.isInstalled}</span>
        ) : (
          mirror !== null && <Install id={pack.id} mirror={mirror} />
        ),
    },
  ];
  return <Table caption={words.catalogue} columns={columns} rows={rows} />;
}

function Install({ id, mirror }: { id: string; mirror: string }) {
  const install = () =>
    orToast(() => call("POST /v1/administration/packs/install", { body: { pack: id, mirror } }));
  return <Button look="small" text={words.install} label={words.installOf(id)} onClick={install} />;
}
