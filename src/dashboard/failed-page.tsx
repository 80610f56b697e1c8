/** What is shown in the place of a page that does not exist, or failed. */
import { frame } from "./messages/frame.ts";
import { Page } from "./parts/page.tsx";
import { failure } from "./parts/page-definition.ts";

export function fail(error: Error): void {
  console.error(error);
  failure.value = error;
}

/** A page of the version before is gone once the server has a new one. */
function isGone({ message }: Error): boolean {
  return /dynamically imported module|importing a module|module script/i.test(message);
}

export function FailedPage() {
  const { brokenTitle, broken, newVersionTitle, newVersion, reload } = frame();
  const gone = failure.value !== null && isGone(failure.value);
  return (
    <Page title={gone ? newVersionTitle : brokenTitle}>
      <div class="stack">
        <p class="lead">{gone ? newVersion : broken}</p>
        <p>
          <button type="button" class="button primary" onClick={() => location.reload()}>
            {reload}
          </button>
        </p>
      </div>
    </Page>
  );
}

export function NotFound() {
  return (
    <Page title={frame().notFoundTitle}>
      <div class="stack">
        <p class="lead">{frame().notFound}</p>
        <p>
          <a class="button" href="/app/">
            {frame().home}
          </a>
        </p>
      </div>
    </Page>
  );
}
