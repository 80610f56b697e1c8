import { change, row, rows } from "../statements.ts";

/** A word that a member wants in the organization's dictionary. Times are milliseconds since the epoch. */
export interface DictionaryProposal {
  id: string;
  organizationId: string;
  userId: string;
  word: string;
  /** The word that was written in its place, if the member said so. */
  heard: string | null;
  createdAt: number;
}

export interface ListedProposal extends DictionaryProposal {
  /** Of the member; their address if they have none. */
  name: string;
}

const COLUMNS = `dictionary_proposals.id, organization_id AS organizationId, user_id AS userId, word, heard,
  dictionary_proposals.created_at AS createdAt, coalesce(users.name, users.email) AS name`;
const FROM = "FROM dictionary_proposals JOIN users ON users.id = user_id";

export const insertProposal = change<[proposal: DictionaryProposal]>(
  `INSERT INTO dictionary_proposals (id, organization_id, user_id, word, heard, created_at)
   VALUES (@id, @organizationId, @userId, @word, @heard, @createdAt)`,
);

/** The oldest first. @param userId only theirs; null: everybody's. */
export const listProposals = rows<[organizationId: string, userId: string | null], ListedProposal>(
  `SELECT ${COLUMNS} ${FROM} WHERE organization_id = ? AND user_id = coalesce(?, user_id)
   ORDER BY dictionary_proposals.rowid`,
);

export const proposalById = row<[organizationId: string, id: string], ListedProposal>(
  `SELECT ${COLUMNS} ${FROM} WHERE organization_id = ? AND dictionary_proposals.id = ?`,
);

/** The one that a member made before. */
export const sameProposal = row<
  [given: Pick<DictionaryProposal, "organizationId" | "userId" | "word">],
  ListedProposal
>(
  `SELECT ${COLUMNS} ${FROM} WHERE organization_id = ? AND user_id = ? AND word = ?`,
  ({ organizationId, userId, word }) => [organizationId, userId, word],
);

/** Everybody's for this word. */
export const proposalsOfWord = rows<[organizationId: string, word: string], ListedProposal>(
  `SELECT ${COLUMNS} ${FROM} WHERE organization_id = ? AND word = ?`,
);

/** In all organizations, the oldest first. */
export const proposalsOfMember = rows<[userId: string], ListedProposal>(
  `SELECT ${COLUMNS} ${FROM} WHERE user_id = ? ORDER BY dictionary_proposals.rowid`,
);

export const deleteProposal = change<[id: string]>("DELETE FROM dictionary_proposals WHERE id = ?");
