/** Every tool, in the order in which assistants see them. */
import { addDictionaryTerms } from "./add-dictionary-terms.ts";
import { deleteFeedback } from "./delete-feedback.ts";
import { getSession } from "./get-session.ts";
import { getSettings } from "./get-settings.ts";
import { getTranscript } from "./get-transcript.ts";
import { listDictionaryTerms } from "./list-dictionary-terms.ts";
import { listSessions } from "./list-sessions.ts";
import { removeDictionaryTerms } from "./remove-dictionary-terms.ts";
import { sendFeedback } from "./send-feedback.ts";
import type { Tool } from "./tool.ts";
import { updateSettings } from "./update-settings.ts";

export const TOOLS: readonly Tool[] = [
  listSessions,
  getSession,
  getTranscript,
  sendFeedback,
  deleteFeedback,
  listDictionaryTerms,
  addDictionaryTerms,
  removeDictionaryTerms,
  getSettings,
  updateSettings,
];
