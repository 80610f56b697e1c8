/** Codes that are shown this once: the page is not left unnoticed before they are saved. */
import { useSignal } from "@preact/signals";
import { waysIn as words } from "../../messages/ways-in.ts";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Page } from "../../parts/page.tsx";
import { useUnsaved } from "../../parts/unsaved.ts";
import { saveFile } from "../../state/save-file.ts";
import { setting } from "../../state/signals.ts";

interface CodesProps {
  codes: readonly string[];
  onSaved: () => void;
}

export function RecoveryCodes(props: CodesProps) {
  return (
    <Page bare title={words.codesTitle} lead={words.keepCodes}>
      <CodesToSave {...props} />
    </Page>
  );
}

export function CodesToSave({ codes, onSaved }: CodesProps) {
  const isTaken = useSignal(false);
  useUnsaved(() => !isTaken.peek());
  const text = `${codes.join("\n")}\n`;
  const took = setting(isTaken, true);
  return (
    <div class="stack narrow">
      <ul class="codes panel">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <CopyButton text={text} label={words.copyCodes} class="button" onCopied={took} />
        <Button
          icon="download"
          text={words.saveAsFile}
          onClick={() => {
            saveFile(`${words.codesFile}.txt`, new Blob([text], { type: "text/plain;charset=utf-8" }));
            took();
          }}
        />
        <Button
          look="primary"
          text={words.codesSaved}
          onClick={() => {
            took();
            onSaved();
          }}
        />
      </div>
    </div>
  );
}
