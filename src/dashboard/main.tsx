/**
 * tiro in the browser: a client of the HTTP API, with no way of its own around it.
 *
 * A page is a folder in `pages/` with a component that is loaded when somebody goes there; it draws itself in `<Page>`.
 * `pages.ts` says where it is and whom it is for. Its words are in `messages/<page>.ts` (`inLanguages`), numbers and dates
 * go through `state/format.ts`, calls through `client/api.ts` or `useResource`, and events of the server come from
 * `client/events.ts`. Everything it shows is made of `parts/` and the classes of the look.
 */
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { FailedPage, fail, NotFound } from "./failed-page.tsx";
import { fetchAhead } from "./fetch-ahead.ts";
import { takeUpWork } from "./found-work.ts";
import { pages } from "./pages.ts";
import { failure } from "./parts/page-definition.ts";
import { Shell } from "./shell.tsx";
import { setting } from "./state/signals.ts";

function App() {
  return (
    <LocationProvider scope="/app">
      <Shell>
        <ErrorBoundary onError={fail}>
          <ShownPage />
        </ErrorBoundary>
      </Shell>
    </LocationProvider>
  );
}

/** One that failed gives way to the next. */
function ShownPage() {
  const { path } = useLocation();
  useLayoutEffect(setting(failure, null), [path]);
  if (failure.value !== null) return <FailedPage />;
  return (
    <Router>
      {pages.flatMap(({ paths, Component }) =>
        paths.map((each) => <Route key={each} path={each} component={Component} />),
      )}
      <Route default component={NotFound} />
    </Router>
  );
}

addEventListener("load", () => {
  void takeUpWork();
  void fetchAhead(pages);
  void import("./parts/notices.ts");
  void import("./client/installed.ts").then(({ register }) => register());
});
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
