/** The steps that are settings: the page writes the lines, and somebody on the host puts them into the configuration. */
import { useSignal } from "@preact/signals";
import { session } from "../../client/session.ts";
import { welcomeWords as words } from "../../messages/welcome.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { TextField } from "../../parts/form.tsx";
import { into } from "../../state/signals.ts";
import type { StepProps } from "./guide.ts";

const EXAMPLE = "https://tiro.example.com";
/** As long as a name in a title can be. */
const NAME_CHARS = 100;

/** A basic string of TOML is written as one of JSON. */
const quoted = (text: string) => JSON.stringify(text.trim());

export function Site({ guide, isDone }: StepProps) {
  const name = useSignal(session.product);
  const address = useSignal(isDone ? guide.public_url : EXAMPLE);
  const lines = `[server]\npublic_url = ${quoted(address.value)}\n\n[web]\nname = ${quoted(name.value)}`;
  return (
    <>
      <p>{isDone ? words.siteIs(session.product, guide.public_url) : words.siteWhy(guide.public_url)}</p>
      <div class="stack narrow">
        <TextField
          name="name"
          label={words.siteName}
          value={name.value}
          maxLength={NAME_CHARS}
          autocomplete="off"
          onInput={into(name)}
        />
        <TextField
          name="address"
          label={words.siteAddress}
          value={address.value}
          maxLength={NAME_CHARS}
          autocomplete="off"
          onInput={into(address)}
        />
      </div>
      <OnHost lines={lines} file={guide.configuration_file} />
    </>
  );
}

export function Tls({ guide, isDone }: StepProps) {
  if (isDone) return <p>{words.tlsIsOn(guide.public_url)}</p>;
  const { hostname } = new URL(guide.public_url);
  return (
    <>
      <p>{words.tlsWhy}</p>
      <OnHost
        lines={`[server.tls]\ncertificate = "/etc/tiro/tls/server.crt"\nkey = "/etc/tiro/tls/server.key"`}
        file={guide.configuration_file}
      />
      <p class="second">{words.ownAuthority}</p>
      <CodeBlock text={`tiro tls self-signed --host ${hostname}`} />
      <p>
        <a href="/docs/tls">{words.tlsManual}</a>
      </p>
    </>
  );
}

/** A configuration is changed on the host alone, and these settings hold from the next start on. */
function OnHost({ lines, file }: { lines: string; file: string | null }) {
  return (
    <div class="stack tight">
      <p class="second">{words.onHost(file)}</p>
      <CodeBlock text={lines} />
      <p class="second">{words.restart}</p>
      <CodeBlock text="sudo systemctl restart tiro" />
    </div>
  );
}
