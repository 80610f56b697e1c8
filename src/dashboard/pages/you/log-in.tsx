/** How the person logs in. */
import type { Schemas } from "../../client/api.ts";
import { you as words } from "../../messages/you.ts";
import { Link } from "../../parts/button.tsx";
import { date } from "../../state/format.ts";

type LogInMethods = Schemas["Profile"]["log_in"];

export function LogIn({ logIn }: { logIn: LogInMethods }) {
  const { own, company } = logIn;
  return (
    <section class="stack tight">
      <h2>{words.logIn}</h2>
      {!own && company && <p class="second">{words.byCompany(company.label)}</p>}
      <ul class="ledger">
        {own && <OwnMethods logIn={logIn} />}
        {company && (
          <Method
            name={company.label}
            state={company.linked ? words.linked : words.notLinked}
            href="/account/company"
            act={words.manage}
          />
        )}
      </ul>
    </section>
  );
}

function OwnMethods({ logIn }: { logIn: LogInMethods }) {
  const { password_changed_at: changedAt, second_step: step, passkeys, passkeys_possible: possible } = logIn;
  const stepState =
    step === null ? words.off : words.secondStepOn(date(step.since), step.recovery_codes_left);
  const names = passkeys.map(({ name }) => name).join(", ");
  return (
    <>
      <Method
        name={words.password}
        state={changedAt === null ? words.noPassword : words.passwordSince(date(changedAt))}
        href="/app/you/password"
        act={words.change}
      />
      <Method
        name={words.secondStep}
        state={stepState}
        href="/app/you/second-step"
        act={step === null ? words.setUp : words.manage}
      />
      <Method
        name={words.passkeys}
        state={possible ? names || words.noPasskeys : words.passkeysImpossible}
        href="/app/you/passkeys"
        act={words.manage}
      />
    </>
  );
}

interface MethodProps {
  name: string;
  state: string;
  href: string;
  act: string;
}

function Method({ name, state, href, act }: MethodProps) {
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p class="facts">{state}</p>
      </div>
      <Link look="button small" text={act} href={href} of={name} />
    </li>
  );
}
