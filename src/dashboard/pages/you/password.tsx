/** Another password. */
import { call } from "../../client/api.ts";
import { refusal } from "../../client/fault.ts";
import { lookWhoIsIn } from "../../client/session-end.ts";
import { waysIn as words } from "../../messages/ways-in.ts";
import { toast } from "../../parts/acts.tsx";
import { Check, Form, TextField } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import { BackToYou } from "./back-to-you.tsx";
import { withIssues } from "./issues.ts";

export function Password({ onDone }: { onDone: () => unknown }) {
  const change = async (fields: FormData) => {
    const password = String(fields.get("password"));
    if (password !== fields.get("password_again")) throw refusal("password_again", words.notTheSame);
    const body = {
      current_password: String(fields.get("current_password")),
      password,
      keep_sessions: fields.has("keep_sessions"),
      keep_apps: fields.has("keep_apps"),
    };
    await withIssues(call("PUT /v1/me/password", { body }), {
      current_password: words.wrongPassword,
      password: words.newPasswordFault,
    });
    // This browser has a new session, and its token is another one.
    await lookWhoIsIn();
    toast(words.passwordChanged);
    await onDone();
  };
  return (
    <Page bare title={words.changePassword} lead={words.passwordLead}>
      <div class="stack narrow">
        <Form submit={words.changePassword} onSubmit={change} others={<BackToYou />}>
          <TextField
            name="current_password"
            label={words.currentPassword}
            type="password"
            autocomplete="current-password"
            required
          />
          <TextField
            name="password"
            label={words.newPassword}
            hint={words.newPasswordHint}
            type="password"
            autocomplete="new-password"
            required
          />
          <TextField
            name="password_again"
            label={words.repeatPassword}
            type="password"
            autocomplete="new-password"
            required
          />
          <Check name="keep_sessions" label={words.keepSessions} />
          <Check name="keep_apps" label={words.keepApps} />
        </Form>
        <p class="second">{words.forgotPassword}</p>
      </div>
    </Page>
  );
}
