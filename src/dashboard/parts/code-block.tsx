/** Lines to copy: a command, a file, an address. */
import { CopyButton } from "./copy-button.tsx";

export function CodeBlock({ text }: { text: string }) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
