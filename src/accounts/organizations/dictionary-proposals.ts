/** Members propose words for their organization's dictionary; those who may change it decide. */
import { limits } from "../../config/limits.ts";
import { invalidRequest, TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { inTransaction } from "../../store/db.ts";
import { organizationDictionaryOf } from "../../store/organizations/dictionaries.ts";
import {
  deleteProposal,
  insertProposal,
  type ListedProposal,
  listProposals,
  proposalById,
  proposalsOfWord,
  sameProposal,
} from "../../store/organizations/dictionary-proposals.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { updateOrganizationDictionary } from "./dictionary.ts";

interface Place {
  organizationId: string;
  userId: string;
}

/**
 * The same word again is the proposal that was made before.
 * @throws TiroError `invalid_request` if the dictionary has the word, or there are too many proposals.
 */
export function proposeWord(
  deps: ChangeDeps,
  { organizationId, userId }: Place,
  { word, heard }: Pick<ListedProposal, "word" | "heard">,
): ListedProposal {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    const made = sameProposal(db, { organizationId, userId, word });
    if (made !== null) return made;
    if (organizationDictionaryOf(db, organizationId).words.includes(word))
      throw invalidRequest([{ param: "word", message: "is in the organization's dictionary already" }]);
    const all = listProposals(db, organizationId, null);
    const own = all.filter((proposal) => proposal.userId === userId);
    if (all.length >= limits.dictionaryProposals || own.length >= limits.dictionaryProposalsOfMember)
      throw invalidRequest([
        { param: "word", message: "cannot be taken: too many proposals wait for a decision" },
      ]);
    const id = newId("prop");
    insertProposal(db, { id, organizationId, userId, word, heard, createdAt: clock.now() });
    recordAudit(deps, "organization.proposal_made", organizationId, { proposal: id, user: userId });
    return found(deps, organizationId, id);
  });
}

/**
 * An accepted word is added to the dictionary, and others who proposed it are answered, too.
 * @throws TiroError `proposal_not_found`; `invalid_request` if the dictionary is full.
 */
export function decideProposal(
  deps: ChangeDeps,
  { organizationId, id }: { organizationId: string; id: string },
  decision: "accepted" | "declined",
): ListedProposal {
  const { db } = deps;
  return inTransaction(db, () => {
    const proposal = found(deps, organizationId, id);
    const { word } = proposal;
    if (decision === "accepted")
      updateOrganizationDictionary(deps, organizationId, {
        operations: [{ type: "dictionary_add", word }],
        expectedRevision: null,
        dryRun: false,
      });
    const decided = decision === "accepted" ? proposalsOfWord(db, organizationId, word) : [proposal];
    for (const each of decided) {
      deleteProposal(db, each.id);
      recordAudit(deps, `organization.proposal_${decision}`, organizationId, {
        proposal: each.id,
        user: each.userId,
      });
    }
    return proposal;
  });
}

/** One's own. @throws TiroError `proposal_not_found`. */
export function withdrawProposal(deps: ChangeDeps, { organizationId, userId }: Place, id: string): void {
  const { db } = deps;
  inTransaction(db, () => {
    if (found(deps, organizationId, id).userId !== userId) throw proposalNotFound();
    deleteProposal(db, id);
    recordAudit(deps, "organization.proposal_withdrawn", organizationId, { proposal: id, user: userId });
  });
}

function found({ db }: ChangeDeps, organizationId: string, id: string): ListedProposal {
  const proposal = proposalById(db, organizationId, id);
  if (proposal === null) throw proposalNotFound();
  return proposal;
}

function proposalNotFound(): TiroError {
  return new TiroError("proposal_not_found", "The organization has no such proposal, or it was decided.");
}
