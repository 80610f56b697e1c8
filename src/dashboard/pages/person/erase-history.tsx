/** All that the person dictated is erased; the account stays. */
import { accountLimits } from "../../../config/limits/accounts.ts";
import { call } from "../../client/api.ts";
import { personWords as words } from "../../messages/person.ts";
import { toast } from "../../parts/acts.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { number } from "../../state/format.ts";
import type { PersonPartProps } from "./account.tsx";

export function EraseHistory({ person: { id, email }, changing }: Omit<PersonPartProps, "mayChange">) {
  const erase = (fields: FormData) =>
    changing.change(async () => {
      const { sessions } = await call("POST /v1/administration/people/{person}/erase-history", {
        path: { person: id },
        body: { email: String(fields.get("email")).trim() },
      });
      toast(words.historyErased(sessions, number(sessions)));
    });
  return (
    <details>
      <summary>{words.eraseHistoryTitle}</summary>
      <Form submit={words.eraseHistory} onSubmit={erase}>
        <p class="second">{words.eraseHistoryText}</p>
        <TextField
          name="email"
          label={words.eraseConfirm(email)}
          maxLength={accountLimits.emailChars}
          autocomplete="off"
        />
      </Form>
    </details>
  );
}
