/** The reason why there is no microphone, and the remedy. */
import { dictate } from "../../messages/dictate.ts";
import { Banner } from "../../parts/banner.tsx";
import { microphoneFault } from "./dictation.ts";

export function MicrophoneBanner() {
  const fault = microphoneFault.value;
  if (fault === null) return null;
  const { title, text } = dictate().microphone[fault];
  return (
    <Banner role="alert">
      <div class="stack tight">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{text}</p>
        {fault === "insecure" && (
          <p>
            <a href="/docs/tls" target="_blank" rel="noopener">
              {dictate().tlsManual}
            </a>
          </p>
        )}
      </div>
    </Banner>
  );
}
