/** Invoices for administrators: what is open and what was paid; those that are due are issued. */
import { call, type Schemas } from "../client/api.ts";
import { accountPaymentWords as words } from "../messages/account-payment.ts";
import { usage as heads } from "../messages/usage.ts";
import { date, number, payment as paymentText } from "../state/format.ts";
import { usePagedCall } from "../state/paged.ts";
import { orToast, toast } from "./acts.tsx";
import { Button } from "./button.tsx";
import { PagedEnd } from "./page.tsx";
import { actColumn, type Columns, Table } from "./table.tsx";

type Invoice = Schemas["Invoice"];

/** The newest first, of one account or, with their names, of all. */
export function InvoiceList({ account, mayChange }: { account: string | null; mayChange: boolean }) {
  const list = usePagedCall("GET /v1/administration/invoices", {
    query: account === null ? {} : { account },
  });
  const { rows } = list;
  const pay = ({ id, number: name }: Invoice) =>
    orToast(async () => {
      const path = { invoice: id };
      const paid = await call("POST /v1/administration/invoices/{invoice}/paid", { path });
      rows.value = rows.value.map((each) => (each.id === id ? paid : each));
      toast(words.paidNow(name));
    });
  const columns: Columns<Invoice> = [
    account === null && { head: heads.account, cell: (each) => <AccountLink {...each} /> },
    { head: heads.invoice, cell: (each) => <a href={`/billing/invoices/${each.id}`}>{each.number}</a> },
    { head: heads.issued, cell: (each) => date(each.issued_at) },
    { head: heads.due, cell: (each) => date(each.due_at) },
    { head: heads.amount, kind: "number", cell: (each) => paymentText(each.amount_due_usd, each.currency) },
    { head: heads.state, cell: (each) => heads.states[each.state] },
    mayChange &&
      actColumn(
        words.acts,
        (each) =>
          each.state !== "paid" && {
            look: "small",
            text: words.paid,
            of: each.number,
            onClick: () => pay(each),
          },
      ),
  ];
  return (
    <>
      {rows.value.length > 0 && <Table airy caption={heads.invoices} columns={columns} rows={rows.value} />}
      <PagedEnd list={list} none={heads.noInvoices} />
    </>
  );
}

function AccountLink({ account_id: id, account_name: name }: Invoice) {
  const path = id.startsWith("org_") ? "organizations" : "people";
  return <a href={`/app/admin/${path}/${id}`}>{name}</a>;
}

/** Of every account. */
export function IssueDue({ onIssued }: { onIssued: () => unknown }) {
  const issue = async () => {
    await orToast(async () => {
      const { issued } = await call("POST /v1/administration/invoices/close");
      toast(words.issued(issued, number(issued)));
    });
    await onIssued();
  };
  return (
    <p>
      <Button look="small" text={words.issueDue} onClick={issue} />
    </p>
  );
}
