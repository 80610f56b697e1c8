/** The replacement for a page that does not exist, or failed. */
import { frame as words } from "./messages/frame.ts";
import { Button, Link } from "./parts/button.tsx";
import { Page } from "./parts/page.tsx";
import { failure } from "./parts/page-definition.ts";

export function fail(error: Error): void {
  console.error(error);
  failure.value = error;
}

export function FailedPage() {
  // The frame reports a new version, which no longer has the files that the page missed.
  return (
    <Page bare title={words.brokenTitle}>
      <div class="stack">
        <p class="lead">{words.broken}</p>
        <p>
          <Button look="primary" text={words.reload} onClick={() => location.reload()} />
        </p>
      </div>
    </Page>
  );
}

export function NotFound() {
  return (
    <Page bare title={words.notFoundTitle}>
      <div class="stack">
        <p class="lead">{words.notFound}</p>
        <p>
          <Link look="button" text={words.home} href="/app/" />
        </p>
      </div>
    </Page>
  );
}
