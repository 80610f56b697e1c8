/** A failure in its place: what happened, what to do next, and the way to try again. */
import type { ApiFault } from "../client/fault.ts";
import { faultText } from "../messages/faults.ts";
import { frame } from "../messages/frame.ts";
import { Banner } from "./banner.tsx";
import { Button, Link } from "./button.tsx";

export function FaultBanner({ fault, onRetry }: { fault: ApiFault; onRetry?: () => unknown }) {
  const { docsUrl, requestId, status } = fault;
  return (
    <Banner role="alert">
      <div class="stack tight">
        <p>{faultText(fault)}</p>
        <p class="facts">
          {docsUrl && <Link text={frame.whatToDo} href={docsUrl} newTab />}
          {status >= 500 && requestId && <span class="mono">{frame.requestId(requestId)}</span>}
        </p>
      </div>
      {onRetry && <Button look="small" text={frame.retry} onClick={onRetry} />}
    </Banner>
  );
}
