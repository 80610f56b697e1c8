/** The version that runs, what the next start would change, and a file for the people who help. */
import { useSignal } from "@preact/signals";
import { call, callForFile, type Schemas } from "../../client/api.ts";
import { loadHealth } from "../../client/health.ts";
import { installation as words } from "../../messages/installation.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { Section, Sketch } from "../../parts/page.tsx";
import { useAttempt } from "../../state/attempt.ts";
import { bytes } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { saveFile } from "../../state/save-file.ts";

type UpgradeCheck = Schemas["UpgradeCheck"];

export function Support({ canMakeBundle }: { canMakeBundle: boolean }) {
  return (
    <>
      <Upgrade />
      {canMakeBundle && <Bundle />}
    </>
  );
}

function Upgrade() {
  const check = useSignal<UpgradeCheck | null>(null);
  const { isBusy, fault, attempt } = useAttempt();
  const health = useResource(loadHealth);
  const look = () =>
    attempt(async () => {
      check.value = await call("GET /v1/administration/upgrade");
    });
  return (
    <Section
      title={words.version}
      beside={<Button look="small" text={words.upgradeCheck} disabled={isBusy.value} onClick={look} />}
    >
      {health.data.value && <p>tiro {health.data.value.version}</p>}
      {fault.value && <FaultBanner fault={fault.value} onRetry={look} />}
      {isBusy.value && <Sketch />}
      {check.value && !isBusy.value && <Found check={check.value} />}
    </Section>
  );
}

function Found({ check }: { check: UpgradeCheck }) {
  const { running_version, installed_version, schema, steps, copy, problem } = check;
  return (
    <div class="stack tight" role="status">
      <dl class="pairs">
        <dt>{words.running}</dt>
        <dd>{running_version}</dd>
        <dt>{words.installed}</dt>
        <dd>{installed_version}</dd>
      </dl>
      {steps.length === 0 ? (
        <p>{words.upgradeNothing}</p>
      ) : (
        <>
          <p>{words.upgradeSteps(schema.from, schema.to)}</p>
          <ul>
            {steps.map(({ version, name, what }) => (
              <li key={version}>
                <code>
                  {version} {name}
                </code>
                : {what}
              </li>
            ))}
          </ul>
          {copy && <p class="second">{words.upgradeCopy(bytes(copy.bytes))}</p>}
        </>
      )}
      {problem && (
        <p class="attention">
          {problem.message} {problem.hint}
        </p>
      )}
    </div>
  );
}

function Bundle() {
  const isBusy = useSignal(false);
  const make = () =>
    perform(
      async () => saveFile("tiro-support.tar", await callForFile("POST /v1/administration/support-bundle")),
      { busy: isBusy },
    );
  return (
    <Section title={words.bundle}>
      <p class="second">{words.bundleLead}</p>
      <p>
        <Button
          look="small"
          text={isBusy.value ? words.making : words.makeBundle}
          disabled={isBusy.value}
          aria-busy={isBusy.value}
          onClick={make}
        />
      </p>
    </Section>
  );
}
