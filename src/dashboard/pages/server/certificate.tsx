/** The server's certificate: its names, its chain, the days that are left. */
import type { Schemas } from "../../client/api.ts";
import { installation as words } from "../../messages/installation.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Loaded, Pairs } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { date } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";

type Certificate = Schemas["Certificate"];
type Link = Certificate["chain"][number];

export function CertificateTab() {
  const certificate = useCall("GET /v1/administration/certificate");
  return <Loaded of={certificate}>{(each) => <Shown certificate={each} />}</Loaded>;
}

function Shown({ certificate }: { certificate: Certificate }) {
  const { chain, fault, names, days_left: days, served_days_left: served } = certificate;
  if (chain.length === 0)
    return (
      <section class="stack tight">
        <p class={fault ? "attention" : "second"}>{fault ?? words.noCertificate}</p>
        <p class="second">{words.noCertificateHint}</p>
        <CodeBlock text={`tiro tls self-signed --host ${new URL(certificate.public_url).hostname}`} />
      </section>
    );
  const columns: Columns<Link> = [
    { head: words.for, cell: ({ subject }) => subject },
    { head: words.issuer, cell: ({ issuer }) => issuer },
    { head: words.fromDay, cell: ({ valid_from: at }) => date(at) },
    { head: words.validTo, cell: ({ valid_to: at }) => date(at) },
    { head: words.fingerprint, cell: ({ fingerprint }) => <code class="small">{fingerprint}</code> },
  ];
  return (
    <>
      <Pairs
        of={[
          [words.address, certificate.public_url],
          [words.names, names.join(", ") || "–"],
          [words.daysLeft, days === null ? "–" : words.days(days)],
        ]}
      />
      {certificate.asks_clients && <p>{words.asksClients}</p>}
      {served !== null && served !== days && <p class="attention">{words.servedDiffers}</p>}
      <section class="stack tight">
        <h2>{words.chain}</h2>
        <Table
          caption={words.chain}
          columns={columns}
          rows={chain}
          keyOf={({ fingerprint }) => fingerprint}
        />
      </section>
    </>
  );
}
