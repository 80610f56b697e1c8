/** Texts to insert again: the person's own, and those of their organizations, which some may change. */
import { useSignal } from "@preact/signals";
import { requestLimits } from "../../../config/limits/requests.ts";
import { call, type Schemas } from "../../client/api.ts";
import { templates as words } from "../../messages/templates.ts";
import { CancelButton, Dialog, orToast, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { AreaField, Form, SelectField, TextField } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { useResource } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";
import {
  addTemplate,
  changeTemplate,
  removeTemplate,
  type Template,
  type TemplateFields,
} from "./template-calls.ts";

type Organization = Pick<Schemas["Organization"], "id" | "name" | "permissions">;
const KINDS = ["letter", "note", "email", "snippet"] as const;

async function load(signal: AbortSignal) {
  const [templates, organizations] = await Promise.all([
    call("GET /v1/templates", { signal }),
    call("GET /v1/organizations", { signal }),
  ]);
  return { templates: templates.data, organizations: organizations.data };
}

export function Templates() {
  const stored = useResource(load, [], ["template"]);
  const open = useSignal<Template | "new" | null>(null);
  const remove = async (template: Template) => {
    const { name, kind, text, organization_id } = template;
    await orToast(async () => {
      await removeTemplate(template);
      toast(words.removed(name), async () => {
        await addTemplate(organization_id, { name, kind, text });
        await stored.reload();
      });
    });
    await stored.reload();
  };
  return (
    <section class="stack tight" aria-labelledby="templates">
      <div class="section-head">
        <h2 id="templates">{words.heading}</h2>
        <Button look="small" icon="plus" text={words.add} onClick={() => (open.value = "new")} />
      </div>
      <p class="second">{words.lead}</p>
      <Loaded of={stored}>
        {({ templates, organizations }) => (
          <>
            <List
              {...{ templates, organizations }}
              onChange={(template) => (open.value = template)}
              onRemove={remove}
            />
            {open.value && (
              <TemplateDialog
                template={open.value === "new" ? null : open.value}
                organizations={organizations.filter(mayChange)}
                onSaved={() => void stored.reload()}
                onClose={setting(open, null)}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function mayChange({ permissions }: Organization): boolean {
  return permissions.includes("templates.change");
}

interface ListProps {
  templates: readonly Template[];
  organizations: readonly Organization[];
  onChange: (template: Template) => unknown;
  onRemove: (template: Template) => unknown;
}

function List({ templates, organizations, onChange, onRemove }: ListProps) {
  if (templates.length === 0) return <p class="second">{words.none}</p>;
  const ownerOf = ({ organization_id }: Template) => organizations.find(({ id }) => id === organization_id);
  const columns: Columns<Template> = [
    {
      head: words.name,
      cell: (template) => (
        <>
          {template.name}
          <span class="quiet small template-owner">
            {[words.kinds[template.kind], ownerOf(template)?.name].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
    { head: words.text, cell: ({ text }) => <span class="as-written template-text">{text}</span> },
    {
      head: words.acts,
      kind: "acts",
      cell: (template) => {
        const owner = ownerOf(template);
        if (template.organization_id !== null && !(owner && mayChange(owner))) return null;
        return (
          <>
            <Button
              look="small icon-only plain"
              icon="pen"
              label={words.changeOne(template.name)}
              onClick={() => onChange(template)}
            />
            <Button
              look="small icon-only plain"
              icon="close"
              label={words.deleteNamed(template.name)}
              onClick={() => void onRemove(template)}
            />
          </>
        );
      },
    },
  ];
  return <Table airy caption={words.heading} columns={columns} rows={templates} />;
}

interface TemplateDialogProps {
  /** Null for a new one. */
  template: Template | null;
  /** For which the person may add one. */
  organizations: readonly Organization[];
  onSaved: () => void;
  onClose: () => void;
}

function TemplateDialog({ template, organizations, onSaved, onClose }: TemplateDialogProps) {
  const kind = useSignal<string>(template?.kind ?? "letter");
  const owner = useSignal("");
  const save = async (sent: FormData) => {
    const fields: TemplateFields = {
      name: String(sent.get("name")).trim(),
      kind: KINDS.find((each) => each === kind.value) ?? "snippet",
      // Browsers send line breaks as CRLF.
      text: String(sent.get("text")).replaceAll("\r\n", "\n"),
    };
    await (template === null ? addTemplate(owner.value || null, fields) : changeTemplate(template, fields));
    toast(words.saved);
    onSaved();
    onClose();
  };
  return (
    <Dialog title={template === null ? words.add : words.change} onClose={onClose}>
      <Form submit={words.save} onSubmit={save} others={<CancelButton onClick={onClose} />}>
        <TextField
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={template?.name ?? ""}
          maxLength={requestLimits.templateNameChars}
          autocomplete="off"
          required
        />
        <SelectField
          name="kind"
          label={words.kind}
          value={kind.value}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(value) => (kind.value = value)}
        />
        {template === null && organizations.length > 0 && (
          <SelectField
            name="owner"
            label={words.for}
            value={owner.value}
            options={[
              { value: "", label: words.onlyYou },
              ...organizations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => (owner.value = value)}
          />
        )}
        <AreaField
          name="text"
          label={words.text}
          hint={words.textHint}
          value={template?.text ?? ""}
          rows={8}
          maxLength={requestLimits.templateChars}
        />
      </Form>
    </Dialog>
  );
}
