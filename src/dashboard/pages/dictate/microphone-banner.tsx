/** The reason why there is no microphone, and the remedy. */
import { dictate } from "../../messages/dictate.ts";
import { Banner } from "../../parts/banner.tsx";
import { Link } from "../../parts/button.tsx";
import { microphoneFault } from "./dictation.ts";

export function MicrophoneBanner() {
  const fault = microphoneFault.value;
  if (fault === null) return null;
  const { title, text } = dictate.microphone[fault];
  return (
    <Banner role="alert">
      <div class="stack tight">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{text}</p>
        {fault === "insecure" && (
          <p>
            <Link text={dictate.tlsManual} href="/docs/tls" newTab />
          </p>
        )}
      </div>
    </Banner>
  );
}
