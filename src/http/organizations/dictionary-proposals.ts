import { z } from "zod";
import {
  decideProposal,
  proposeWord,
  withdrawProposal,
} from "../../accounts/organizations/dictionary-proposals.ts";
import { permissionsOf } from "../../accounts/policies/permissions.ts";
import { limits } from "../../config/limits.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { type ListedProposal, listProposals } from "../../store/organizations/dictionary-proposals.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, changing, type PersonDeps } from "../../web/person.ts";
import { dictionaryWord, phrase } from "../../web/person-input.ts";
import type { PersonRoute } from "../../web/route.ts";
import { organizationRoute } from "./organization-route.ts";

const PATH = "/dictionary/proposals";

export const DictionaryProposal = z.object({
  object: z.literal("dictionary_proposal"),
  id: idOf("prop"),
  word: z.string(),
  heard: z.string().nullable().describe("The word that was written in its place."),
  proposed_by: z.object({ user_id: idOf("usr"), name: z.string() }),
  created_at: isoTime,
});
const DictionaryProposalList = z.object({ object: z.literal("list"), data: z.array(DictionaryProposal) });

const proposeSchema = z.strictObject({
  word: dictionaryWord,
  heard: phrase(limits.replacementFromChars).optional().describe("The word that was written in its place."),
});

const one = { parts: { proposal: idOf("prop") }, errors: ["proposal_not_found"] } as const;

export function dictionaryProposalRoutes(deps: PersonDeps): PersonRoute[] {
  const { db } = deps;
  return [
    organizationRoute(deps, "dictionary.propose", `GET ${PATH}`, {
      id: "listDictionaryProposals",
      summary: "Words that members propose for an organization's dictionary",
      description: "Owners and admins see all that wait for a decision, others their own.",
      answers: { 200: jsonOf("The oldest first.", DictionaryProposalList) },
      handle: ({ logIn }, { organization, role }) => {
        const decides = permissionsOf(role).includes("dictionary.change");
        const proposals = listProposals(db, organization.id, decides ? null : logIn.userId);
        return jsonAnswer(200, { object: "list", data: proposals.map(proposalBody) });
      },
    }),
    organizationRoute(deps, "dictionary.propose", `POST ${PATH}`, {
      id: "proposeDictionaryWord",
      summary: "Propose a word for an organization's dictionary",
      description: "The same word again is the proposal that you made before.",
      body: jsonBody(proposeSchema, { word: "Quaggahorn", heard: "quagga horn" }),
      answers: { 201: jsonOf("It waits for an owner or admin.", DictionaryProposal) },
      handle: async (exchange, { organization }) => {
        const { word, heard = null } = await readJson(exchange.request, proposeSchema);
        const place = { organizationId: organization.id, userId: exchange.logIn.userId };
        const proposal = await changing(deps, exchange, (changes) =>
          proposeWord(changes, place, { word, heard }),
        );
        return jsonAnswer(201, proposalBody(proposal));
      },
    }),
    decisionRoute(deps, "accept"),
    decisionRoute(deps, "decline"),
    organizationRoute(deps, "dictionary.propose", `DELETE ${PATH}/:proposal`, {
      ...one,
      id: "withdrawDictionaryProposal",
      summary: "Withdraw a word that you proposed",
      answers: { 204: { description: "It is gone." } },
      handle: async (exchange, { organization }) => {
        const place = { organizationId: organization.id, userId: exchange.logIn.userId };
        const { proposal = "" } = exchange.params;
        return changed(deps, exchange, (changes) => withdrawProposal(changes, place, proposal));
      },
    }),
  ];
}

const DECISIONS = {
  accept: {
    decision: "accepted",
    id: "acceptDictionaryProposal",
    summary: "Add a proposed word to an organization's dictionary",
    description: "Everybody who proposed it is answered with it.",
  },
  decline: {
    decision: "declined",
    id: "declineDictionaryProposal",
    summary: "Decline a word that a member proposed",
    description: "It may be proposed again.",
  },
} as const;

function decisionRoute(deps: PersonDeps, verb: keyof typeof DECISIONS): PersonRoute {
  const { decision, ...operation } = DECISIONS[verb];
  return organizationRoute(deps, "dictionary.change", `POST ${PATH}/:proposal/${verb}`, {
    ...one,
    ...operation,
    answers: { 200: jsonOf("The proposal, which is gone now.", DictionaryProposal) },
    handle: async (exchange, { organization }) => {
      const place = { organizationId: organization.id, id: exchange.params.proposal ?? "" };
      const decided = await changing(deps, exchange, (changes) => decideProposal(changes, place, decision));
      return jsonAnswer(200, proposalBody(decided));
    },
  });
}

function proposalBody(proposal: ListedProposal): z.infer<typeof DictionaryProposal> {
  return {
    object: "dictionary_proposal",
    ...wireForm(proposal, "id", "word", "heard", "createdAt"),
    proposed_by: wireForm(proposal, "userId", "name"),
  };
}
