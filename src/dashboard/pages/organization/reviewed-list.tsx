/** A list of a member's texts, of which one at a time is read. */
import { useSignal } from "@preact/signals";
import { contentReviewWords as words } from "../../messages/content-review.ts";
import { Dialog } from "../../parts/acts.tsx";
import { Loaded, PagedEnd } from "../../parts/page.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { dateAndTime } from "../../state/format.ts";
import { usePaged } from "../../state/paged.ts";
import { useResource } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";

export interface Reviewed {
  id: string;
  title: string;
  created_at: string;
}

interface Place {
  cursor?: string;
}

interface ReviewedPage {
  data: Reviewed[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface ReviewedListProps {
  title: string;
  load: (place: Place, signal: AbortSignal) => Promise<ReviewedPage>;
  read: (id: string, signal: AbortSignal) => Promise<string>;
}

export function ReviewedList({ title, load, read }: ReviewedListProps) {
  const opened = useSignal<Reviewed | null>(null);
  const list = usePaged(load, []);
  const columns: Columns<Reviewed> = [
    { head: words.title, cell: ({ title }) => title },
    { head: words.made, cell: ({ created_at: at }) => dateAndTime(at) },
    actColumn(words.acts, (row) => ({
      look: "small",
      text: words.read,
      label: `${words.read}: ${row.title}`,
      onClick: setting(opened, row),
    })),
  ];
  return (
    <section class="stack tight">
      <h2>{title}</h2>
      {list.rows.value.length > 0 && <Table airy caption={title} columns={columns} rows={list.rows.value} />}
      <PagedEnd list={list} none={words.none} />
      {opened.value && <ReviewedText of={opened.value} read={read} onClose={setting(opened, null)} />}
    </section>
  );
}

interface ReviewedTextProps extends Pick<ReviewedListProps, "read"> {
  of: Reviewed;
  onClose: () => void;
}

function ReviewedText({ of: { id, created_at: at }, read, onClose }: ReviewedTextProps) {
  const text = useResource((signal) => read(id, signal), [id]);
  return (
    <Dialog drawer title={dateAndTime(at)} onClose={onClose}>
      <Loaded of={text}>{(told) => <p class="said history-text">{told}</p>}</Loaded>
    </Dialog>
  );
}
