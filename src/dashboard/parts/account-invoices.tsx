/** An account's invoices for administrators: what is open, what was paid, and whether it pays so. Nothing if billing is off. */
import { call, downloadAddress, type Schemas } from "../client/api.ts";
import { accountPaymentWords } from "../messages/account-payment.ts";
import { usage } from "../messages/usage.ts";
import { amount as amountIn, date, number, payment as paymentText } from "../state/format.ts";
import { me } from "../state/me.ts";
import { usePaged } from "../state/paged.ts";
import { useResource } from "../state/resource.ts";
import { FaultBanner } from "./fault.tsx";
import { Switch } from "./form.tsx";
import { Loaded } from "./loaded.tsx";
import { type Column, Table } from "./table.tsx";
import { toast, toastFault } from "./toasts.tsx";

type Invoice = Schemas["Invoice"];
type Page = Awaited<ReturnType<typeof pageOf>>;

const pageOf = (account: string, place: { cursor?: string }, signal: AbortSignal) =>
  call("GET /v1/administration/invoices", { query: { account, ...place }, signal });

export function AccountInvoices({ account }: { account: string }) {
  const billing = useResource((signal) => call("GET /v1/billing", { signal }));
  const mode = billing.data.value?.mode;
  return mode === undefined || mode === "off" ? null : <Shown key={account} account={account} />;
}

function Shown({ account }: { account: string }) {
  const words = accountPaymentWords();
  const { invoices: title, csv } = usage();
  const path = { account };
  const mayChange = me.data.value?.server_permissions.includes("payments.change") ?? false;
  const payment = useResource(
    (signal) => call("GET /v1/administration/payment/{account}", { path, signal }),
    [account],
  );
  const set = async (arranged: boolean) => {
    await call("PUT /v1/administration/payment/{account}", { path, body: { arranged } }).catch(toastFault);
    await payment.reload();
  };
  const issue = async () => {
    try {
      const { issued } = await call("POST /v1/administration/invoices/close");
      toast(words.issued(issued, number(issued)));
    } catch (error) {
      toastFault(error);
    }
    await payment.reload();
  };
  return (
    <section class="stack tight">
      <div class="section-head">
        <h2>{title}</h2>
        <a
          class="small"
          href={downloadAddress("/v1/administration/invoices", {}, { account, format: "csv" })}
          download
          aria-label={`${title}: ${csv}`}
        >
          {csv}
        </a>
      </div>
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
                onChange={(on) => void set(on)}
              />
            )}
            <List key={open} account={account} mayChange={mayChange} />
            {mayChange && open > 0 && (
              <p>
                <button type="button" class="button small" onClick={() => void issue()}>
                  {words.issueDue}
                </button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function List({ account, mayChange }: { account: string; mayChange: boolean }) {
  const words = accountPaymentWords();
  const { invoices, noInvoices } = usage();
  const { rows, answer, fault, isLoading, more } = usePaged<Invoice, Page>(
    (place, signal) => pageOf(account, place, signal),
    [account],
  );
  const pay = async ({ id, number: name }: Invoice) => {
    try {
      const path = { invoice: id };
      const paid = await call("POST /v1/administration/invoices/{invoice}/paid", { path });
      rows.value = rows.value.map((each) => (each.id === id ? paid : each));
      toast(words.paidNow(name));
    } catch (error) {
      toastFault(error);
    }
  };
  return (
    <>
      {rows.value.length > 0 && (
        <Table
          caption={invoices}
          columns={columnsFor(mayChange ? pay : null)}
          rows={rows.value}
          keyOf={({ id }) => id}
        />
      )}
      {fault.value && <FaultBanner fault={fault.value} onRetry={more} />}
      {answer.value?.data.length === 0 && rows.value.length === 0 && <p class="second">{noInvoices}</p>}
      {answer.value?.has_more && (
        <button type="button" class="button" disabled={isLoading.value} onClick={() => void more()}>
          {words.more}
        </button>
      )}
    </>
  );
}

function columnsFor(pay: ((invoice: Invoice) => Promise<void>) | null): Column<Invoice>[] {
  const words = accountPaymentWords();
  const heads = usage();
  const columns: Column<Invoice>[] = [
    { key: "number", head: heads.invoice, cell: (each) => each.number },
    { key: "issued", head: heads.issued, cell: (each) => date(each.issued_at) },
    { key: "due", head: heads.due, cell: (each) => date(each.due_at) },
    {
      key: "amount",
      head: heads.amount,
      kind: "number",
      cell: (each) => paymentText(each.amount_due_usd, each.currency),
    },
    { key: "state", head: heads.state, cell: (each) => heads.states[each.state] },
  ];
  if (pay === null) return columns;
  return [
    ...columns,
    {
      key: "acts",
      head: words.acts,
      kind: "acts",
      cell: (each) =>
        each.state !== "paid" && (
          <button
            type="button"
            class="button small"
            aria-label={`${words.paid}: ${each.number}`}
            onClick={() => void pay(each)}
          >
            {words.paid}
          </button>
        ),
    },
  ];
}
