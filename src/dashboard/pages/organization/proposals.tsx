/** Words that members propose for the organization's dictionary: to decide, or one's own to withdraw. */
import { requestLimits } from "../../../config/limits/requests.ts";
import { call, type Schemas } from "../../client/api.ts";
import { alwaysWords as words } from "../../messages/always.ts";
import { organizationWords } from "../../messages/organization.ts";
import { perform, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { when } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";

type Proposal = Schemas["DictionaryProposal"];

const PROPOSALS = "/v1/organizations/{organization}/dictionary/proposals";

/** @param onChange the dictionary has another word. */
export function Proposals({
  organization: { id, name, permissions },
  onChange,
}: {
  organization: Schemas["Organization"];
  onChange: () => Promise<void>;
}) {
  const path = { organization: id };
  const list = useResource((signal) => call(`GET ${PROPOSALS}`, { path, signal }), [id], ["proposal"]);
  const mayDecide = permissions.includes("dictionary.change");
  const act = (work: () => Promise<unknown>, done: string) => perform(work, { done, after: list.reload });
  const propose = async (fields: FormData) => {
    const word = String(fields.get("word")).trim();
    await call(`POST ${PROPOSALS}`, { path, body: { word } });
    toast(words.proposed(word, name));
    await list.reload();
  };
  const actsOf = ({ id: proposal, word }: Proposal) => {
    const at = { path: { ...path, proposal } };
    if (!mayDecide)
      return [
        [words.withdraw, () => act(() => call(`DELETE ${PROPOSALS}/{proposal}`, at), words.withdrawn(word))],
      ] as const;
    const accept = () =>
      act(() => call(`POST ${PROPOSALS}/{proposal}/accept`, at), words.addedTo(word, name));
    const decline = () => act(() => call(`POST ${PROPOSALS}/{proposal}/decline`, at), words.declined(word));
    return [
      [words.accept, () => accept().then(onChange)],
      [words.decline, decline],
    ] as const;
  };
  const count = list.data.value?.data.length ?? 0;
  if (mayDecide && count === 0) return null;
  return (
    <section class="stack tight" aria-labelledby="proposals">
      <h2 id="proposals">{words.proposals}</h2>
      {!mayDecide && (
        <Form key={count} submit={words.proposeWord} onSubmit={propose}>
          <TextField
            name="word"
            label={organizationWords.word}
            autocomplete="off"
            maxLength={requestLimits.dictionaryWordChars}
            required
          />
        </Form>
      )}
      <Loaded of={list}>
        {({ data }) => (
          <ul class="ledger">
            {data.map((proposal) => (
              <ProposalLine key={proposal.id} proposal={proposal} acts={actsOf(proposal)} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

interface LineProps {
  proposal: Proposal;
  acts: readonly (readonly [name: string, act: () => Promise<unknown>])[];
}

function ProposalLine({ proposal: { word, heard, proposed_by, created_at }, acts }: LineProps) {
  return (
    <li>
      <span class="title">{word}</span>
      <span class="row one-line">
        {acts.map(([name, act]) => (
          <Button key={name} look="small" text={name} label={words.ofName(name, word)} onClick={act} />
        ))}
      </span>
      <div class="facts">
        {heard !== null && <span>{words.insteadOf(heard)}</span>}
        <span>{words.proposedBy(proposed_by.name)}</span>
        <time dateTime={created_at}>{when(created_at)}</time>
      </div>
    </li>
  );
}
