/** An account's invoices for administrators: what is open, what was paid, and whether it pays so. Nothing if billing is off. */
import { call, downloadAddress } from "../client/api.ts";
import { accountPaymentWords as words } from "../messages/account-payment.ts";
import { usage } from "../messages/usage.ts";
import { amount as amountIn, date } from "../state/format.ts";
import { mayOnServer } from "../state/me.ts";
import { useCall } from "../state/resource.ts";
import { Link } from "./button.tsx";
import { ChangedMeanwhile, useChanging } from "./changed-meanwhile.tsx";
import { Switch } from "./form.tsx";
import { InvoiceList, IssueDue } from "./invoice-list.tsx";
import { Loaded, Section } from "./page.tsx";

export function AccountInvoices({ account }: { account: string }) {
  const billing = useCall("GET /v1/billing");
  const mode = billing.data.value?.mode;
  return mode === undefined || mode === "off" ? null : <Shown key={account} account={account} />;
}

function Shown({ account }: { account: string }) {
  const path = { account };
  const mayChange = mayOnServer("payments.change");
  const payment = useCall("GET /v1/administration/payment/{account}", { path });
  const { change, ...meanwhile } = useChanging(account, payment.reload);
  const set = (arranged: boolean, since: string | null) =>
    change(() =>
      call("PUT /v1/administration/payment/{account}", {
        path,
        body: { arranged, expected_arranged_at: since },
      }),
    );
  return (
    <Section
      title={usage.invoices}
      beside={
        <Link
          look="small"
          text={usage.csv}
          href={downloadAddress("/v1/administration/invoices", {}, { account, format: "csv" })}
          download
          aria-label={`${usage.invoices}: ${usage.csv}`}
        />
      }
    >
      <ChangedMeanwhile {...meanwhile} />
      <Loaded of={payment}>
        {({ currency, open_micro_usd: open, payment_arranged_at: since }) => (
          <>
            <dl class="pairs">
              <dt>{words.open}</dt>
              <dd>{amountIn(open, currency)}</dd>
              {!mayChange && <dt>{words.byInvoice}</dt>}
              {!mayChange && <dd>{since === null ? "–" : date(since)}</dd>}
            </dl>
            {mayChange && (
              <Switch
                name="arranged"
                label={words.byInvoice}
                hint={words.byInvoiceHint}
                checked={since !== null}
                onChange={(on) => void set(on, since)}
              />
            )}
            <InvoiceList key={open} account={account} mayChange={mayChange} />
            {mayChange && open > 0 && <IssueDue onIssued={payment.reload} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}
