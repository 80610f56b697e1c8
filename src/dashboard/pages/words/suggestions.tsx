/** Words that the person corrected again and again: one press makes tiro write them so. Nothing where there are none. */
import { call } from "../../client/api.ts";
import { suggestionWords } from "../../messages/suggestions.ts";
import { announce } from "../../parts/announcer.tsx";
import { toast, toastFault } from "../../parts/toasts.tsx";
import { useResource } from "../../state/resource.ts";
import type { ApplyOperations, Operation } from "./customizations.ts";

/** @param revision of the customizations: what they have by now is not offered any more. */
export function Suggestions({ revision, onChange }: { revision: number; onChange: ApplyOperations }) {
  const words = suggestionWords();
  const list = useResource((signal) => call("GET /v1/customizations/suggestions", { signal }), [revision]);
  const offered = list.data.value?.data ?? [];
  if (offered.length === 0) return null;
  const take = async (operation: Operation, done: string) => {
    try {
      await onChange(operation);
      announce(done);
      toast(done);
    } catch (error) {
      toastFault(error);
    }
  };
  return (
    <section class="stack tight" aria-labelledby="suggestions">
      <h2 id="suggestions">{words.title}</h2>
      <p class="second">{words.lead}</p>
      <ul class="ledger">
        {offered.map(({ from, to, texts }) => (
          <li key={JSON.stringify([from, to])}>
            <span class="title">
              <del class="old">{from}</del> <ins class="new">{to}</ins>
            </span>
            <div class="facts">
              <span>{words.texts(texts)}</span>
            </div>
            <div class="row whole">
              <button
                type="button"
                class="button small"
                aria-label={words.addNamed(to)}
                onClick={() => void take({ type: "dictionary_add", word: to }, words.added(to))}
              >
                {words.add}
              </button>
              <button
                type="button"
                class="button small"
                aria-label={words.replaceNamed(from, to)}
                onClick={() => void take({ type: "replacement_set", from, to }, words.replaced(from, to))}
              >
                {words.replace}
              </button>
              <button
                type="button"
                class="button plain small"
                aria-label={words.dismissNamed(from, to)}
                onClick={() => void take({ type: "suggestion_dismiss", from, to }, words.dismissed)}
              >
                {words.dismiss}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
