/** Nothing matches: shows the filter, and how to leave it. */
import { library as words } from "../../../messages/library.ts";
import { Button } from "../../../parts/button.tsx";
import { ARCHIVE, EVERYTHING, type Filter, isNarrowed } from "./filter.ts";

export interface NothingHereProps {
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
}

export function NothingHere({ filter, onFilter }: NothingHereProps) {
  const { nothingFoundTitle: noneFoundTitle, noneFound, emptyFolder, clearFilter, searchArchive } = words;
  const { query, folder } = filter;
  return (
    <div class="stack tight" role="status">
      {query !== "" && (
        <p>
          <strong>{noneFoundTitle}</strong>
        </p>
      )}
      <p class="second">{query === "" ? emptyFolder : noneFound(query)}</p>
      <div class="row">
        {query !== "" && folder !== ARCHIVE && (
          <Button look="small" text={searchArchive} onClick={() => onFilter({ folder: ARCHIVE })} />
        )}
        {isNarrowed(filter) && (
          <Button look="small plain" text={clearFilter} onClick={() => onFilter({ ...EVERYTHING, folder })} />
        )}
      </div>
    </div>
  );
}
