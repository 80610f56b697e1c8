/** The invoices of every account, the newest first: what is open, marked as paid; those that are due are issued. */
import { useSignal } from "@preact/signals";
import { downloadAddress } from "../../client/api.ts";
import { accountPaymentWords } from "../../messages/account-payment.ts";
import { titles } from "../../messages/titles.ts";
import { usage as words } from "../../messages/usage.ts";
import { Link } from "../../parts/button.tsx";
import { InvoiceList, IssueDue } from "../../parts/invoice-list.tsx";
import { Page } from "../../parts/page.tsx";
import { mayOnServer } from "../../state/me.ts";

export default function Invoices() {
  const issued = useSignal(0);
  const mayChange = mayOnServer("payments.change");
  return (
    <Page
      title={titles.invoices}
      lead={accountPaymentWords.ofAll}
      actions={
        <Link
          look="button small"
          text={words.csv}
          href={downloadAddress("/v1/administration/invoices", {}, { format: "csv" })}
          download
          aria-label={`${titles.invoices}: ${words.csv}`}
        />
      }
    >
      {mayChange && (
        <IssueDue
          onIssued={() => {
            issued.value++;
          }}
        />
      )}
      <InvoiceList key={issued.value} account={null} mayChange={mayChange} />
    </Page>
  );
}
