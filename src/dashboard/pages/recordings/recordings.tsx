/** Recordings: those that the server keeps, those of this browser alone if it may keep none, and the API's jobs. */
import { useLocation, useRoute } from "preact-iso";
import { mayServerKeep } from "../../state/keeping.ts";
import { JobPage } from "./jobs/job-page.tsx";
import { JobsPage } from "./jobs-page.tsx";
import { Library } from "./library/library.tsx";
import { LocalLibrary } from "./library/local-library.tsx";
import { JOBS_ADDRESS } from "./library/tabs.tsx";

export default function Recordings() {
  const { path } = useLocation();
  const { params } = useRoute();
  if (params.job !== undefined) return <JobPage key={params.job} id={params.job} />;
  if (path.startsWith(JOBS_ADDRESS)) return <JobsPage />;
  return mayServerKeep() ? <Library /> : <LocalLibrary />;
}
