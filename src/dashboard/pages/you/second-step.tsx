/** A code from an app as the second step of the log-in. */
import { useSignal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { waysIn as words } from "../../messages/ways-in.ts";
import { toast, toastFault } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { number } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";
import { BackToYou } from "./back-to-you.tsx";
import { withIssues } from "./issues.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

type State = Schemas["Profile"]["log_in"]["second_step"];

export interface SecondStepProps {
  state: State;
  onChanged: () => unknown;
}

export function SecondStep({ state, onChanged }: SecondStepProps) {
  const codes = useSignal<readonly string[]>([]);
  const show = async (made: readonly string[]) => {
    codes.value = made;
    await onChanged();
  };
  if (codes.value.length > 0) return <RecoveryCodes codes={codes.value} onSaved={setting(codes, [])} />;
  const lead = state === null ? words.secondStepWhy : words.isOn(number(state.recovery_codes_left));
  return (
    <Page bare title={words.secondStep} lead={lead} actions={<BackToYou />}>
      {state === null ? <TurnOn onCodes={show} /> : <IsOn onCodes={show} onOff={onChanged} />}
    </Page>
  );
}

type OnCodes = (codes: readonly string[]) => unknown;

export function TurnOn({ onCodes }: { onCodes: OnCodes }) {
  const begun = useCall("POST /v1/me/second-step/enrolment");
  return (
    <Loaded of={begun}>
      {({ secret, qr_code, enrolment }) => {
        const turnOn = async (fields: FormData) => {
          const body = { enrolment, code: String(fields.get("code")) };
          const { recovery_codes } = await withIssues(call("PUT /v1/me/second-step", { body }), {
            code: words.wrongCode,
          });
          await onCodes(recovery_codes);
        };
        return (
          <ol class="numbered stack wide">
            <li>
              <div class="stack">
                <p>{words.scan}</p>
                <img
                  class="qr-code"
                  src={`data:image/svg+xml,${encodeURIComponent(qr_code)}`}
                  alt={words.qrLabel}
                />
                <p>
                  <code class="mono">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
                </p>
              </div>
            </li>
            <li>
              <div class="stack narrow">
                <p>{words.enter}</p>
                <Form submit={words.turnOn} onSubmit={turnOn}>
                  <CodeField label={words.codeFromApp} hint={words.sixDigits} />
                </Form>
              </div>
            </li>
          </ol>
        );
      }}
    </Loaded>
  );
}

function CodeField({ label, hint }: { label: string; hint: string }) {
  return <TextField name="code" label={label} hint={hint} autocomplete="one-time-code" required />;
}

function IsOn({ onCodes, onOff }: { onCodes: OnCodes; onOff: () => unknown }) {
  const renew = () =>
    call("POST /v1/me/second-step/recovery-codes")
      .then(({ recovery_codes }) => onCodes(recovery_codes))
      .catch(toastFault);
  const turnOff = async (fields: FormData) => {
    const body = { code: String(fields.get("code")) };
    await withIssues(call("POST /v1/me/second-step/turn-off", { body }), { code: words.wrongCode });
    toast(words.secondStepOff);
    await onOff();
  };
  return (
    <div class="stack wide">
      <section class="stack tight">
        <h2>{words.newCodes}</h2>
        <p class="second">{words.oldStop}</p>
        <div class="row">
          <Button text={words.createCodes} onClick={renew} />
        </div>
      </section>
      <section class="stack tight narrow">
        <h2>{words.turnOffTitle}</h2>
        <p class="second">{words.turnOffText}</p>
        <Form submit={words.turnOff} onSubmit={turnOff}>
          <CodeField label={words.code} hint={words.codeHint} />
        </Form>
      </section>
    </div>
  );
}
