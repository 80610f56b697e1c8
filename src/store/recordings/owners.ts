import { isId } from "../../lib/ids.ts";
import { type Db, perDatabase } from "../db.ts";

/** Who looks: a person, or the holder of an organization's key. */
export interface Viewer {
  /** `usr_…` or `org_…`. */
  accountId: string;
}

/** As statements take them. */
export interface ViewerNumbers {
  /** 0 if nothing is theirs. */
  owner: number;
  /** Null: an organization. Nothing is shared with one. */
  userId: string | null;
}

const statements = perDatabase((db) => ({
  addPerson: db.prepare<[string]>("INSERT OR IGNORE INTO recording_owners (user_id) VALUES (?)"),
  addOrganization: db.prepare<[string]>(
    "INSERT OR IGNORE INTO recording_owners (organization_id) VALUES (?)",
  ),
  person: db.prepare<[string], number>("SELECT number FROM recording_owners WHERE user_id = ?").pluck(),
  organization: db
    .prepare<[string], number>("SELECT number FROM recording_owners WHERE organization_id = ?")
    .pluck(),
}));

export function viewerNumbers(db: Db, { accountId }: Viewer): ViewerNumbers {
  const { person, organization } = statements(db);
  if (isId("org", accountId)) return { owner: organization.get(accountId) ?? 0, userId: null };
  return { owner: person.get(accountId) ?? 0, userId: accountId };
}

/** Must run in a transaction. */
export function ownerNumber(db: Db, { accountId }: Viewer): number {
  const { addPerson, addOrganization } = statements(db);
  (isId("org", accountId) ? addOrganization : addPerson).run(accountId);
  return viewerNumbers(db, { accountId }).owner;
}
