/** Recordings: drop them, follow them, read what came of them. One page a result, by the job's id. */
import { useRoute } from "preact-iso";
import { FilesPage } from "./files-page.tsx";
import { JobPage } from "./job-page.tsx";

export default function Files() {
  const { params } = useRoute();
  return params.job === undefined ? <FilesPage /> : <JobPage key={params.job} id={params.job} />;
}
