/** The replacement for a page that does not exist, or failed. */
import { frame } from "./messages/frame.ts";
import { Button } from "./parts/button.tsx";
import { Link } from "./parts/link.tsx";
import { Page } from "./parts/page.tsx";
import { failure } from "./parts/page-definition.ts";

export function fail(error: Error): void {
  console.error(error);
  failure.value = error;
}

export function FailedPage() {
  const { brokenTitle, broken, reload } = frame();
  // The frame reports a new version, which no longer has the files that the page missed.
  return (
    <Page bare title={brokenTitle}>
      <div class="stack">
        <p class="lead">{broken}</p>
        <p>
          <Button look="primary" text={reload} onClick={() => location.reload()} />
        </p>
      </div>
    </Page>
  );
}

export function NotFound() {
  return (
    <Page bare title={frame().notFoundTitle}>
      <div class="stack">
        <p class="lead">{frame().notFound}</p>
        <p>
          <Link look="button" text={frame().home} href="/app/" />
        </p>
      </div>
    </Page>
  );
}
