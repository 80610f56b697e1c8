/** The dictation use cases as the doors see them. */

import { setImmediate } from "node:timers/promises";
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import type { Principal } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import { Cursors } from "../lib/cursor.ts";
import { createMeter } from "../metering/meter.ts";
import { makeRoomInLog, whenWritable } from "../store/database/write-lock.ts";
import { customizationsOf } from "../store/dictation/customizations.ts";
import type { DictationSettings } from "../store/dictation/settings.ts";
import { installationSecret } from "../store/secrets/installation-secrets.ts";
import { Idempotency } from "../work/idempotency.ts";
import type { Answer } from "../work/request.ts";
import { type BrokenSound, BrokenStreams } from "./broken-streams.ts";
import { createDictation, type DictationRequest } from "./create-dictation.ts";
import { type DictationDeps, type DictationOptions, personOf } from "./deps.ts";
import { type Correction, correctText } from "./history/correct-text.ts";
import { eraseSession } from "./history/erasure.ts";
import { deleteFeedback, type FeedbackInput, type SessionFeedback, setFeedback } from "./history/feedback.ts";
import { Retention } from "./history/retention.ts";
import {
  type FoundTranscript,
  getSession,
  getTranscript,
  listSessions,
  newestSessions,
  type SessionDetail,
  type SessionFilters,
  type SessionList,
  type SessionPage,
} from "./history/sessions.ts";
import {
  type DictationHints,
  finishLiveDictation,
  type LiveDictation,
  liveDictationHints,
} from "./live-dictation.ts";
import type { DictationParameters } from "./parameters.ts";
import { publishCustomizations, publishErased, publishSession, publishSettings } from "./person-events.ts";
import {
  type Customizations,
  type CustomizationsUpdate,
  getCustomizations,
  type UpdatedCustomizations,
  updateCustomizations,
} from "./personal/customizations.ts";
import { type CustomizationPreview, previewCustomization, type TriedRule } from "./personal/preview.ts";
import { getSettings, type Settings, updateSettings } from "./personal/settings.ts";
import { type CustomizationSuggestions, suggestCustomizations } from "./personal/suggestions.ts";
import { createTemplateUseCases, type TemplateUseCases } from "./personal/template-use-cases.ts";
import { type TryOutRequest, type TryOutResult, tryOut } from "./personal/try-out.ts";
import { RunningDictations } from "./running-dictations.ts";

/** Every method throws TiroErrors of the contract. */
export interface DictationUseCases {
  /** Also the request signal's reason. */
  create(request: DictationRequest): Promise<Answer>;
  /** For the recognizer of a live stream. */
  liveHints(principal: Principal, parameters: Pick<DictationParameters, "language">): DictationHints;
  finishLive(dictation: LiveDictation): Promise<Answer>;
  /** Notes sound that was billed without a text. */
  noteBroken(principal: Principal, sound: BrokenSound): void;
  listSessions(principal: Principal, filters: SessionFilters, page: SessionPage): Promise<SessionList>;
  newestSessions(principal: Principal, limit: number): SessionList;
  getSession(principal: Principal, sessionId: string): SessionDetail;
  getTranscript(principal: Principal, sessionId: string): FoundTranscript;
  correctText(principal: Principal, sessionId: string, correction: Correction): Promise<SessionDetail>;
  /** For good, and off the disk once it is answered unless another process reads the database. */
  eraseSession(changes: ChangeDeps, userId: string, sessionId: string): Promise<void>;
  /** All of a person's, as `eraseSession`. Returns how many there were. */
  eraseHistory(changes: ChangeDeps, userId: string): Promise<number>;
  setFeedback(principal: Principal, sessionId: string, feedback: FeedbackInput): Promise<SessionFeedback>;
  deleteFeedback(principal: Principal, sessionId: string): Promise<void>;
  getCustomizations(principal: Principal): Customizations;
  updateCustomizations(principal: Principal, update: CustomizationsUpdate): Promise<UpdatedCustomizations>;
  /** The person's repeated corrections. */
  suggestCustomizations(principal: Principal): CustomizationSuggestions;
  /** Changes that a replacement would make in existing texts. Nothing is changed. */
  previewCustomization(principal: Principal, rule: TriedRule): Promise<CustomizationPreview>;
  /** A text under the person's rules; nothing is stored or billed. Also throws the signal's reason. */
  tryOut(principal: Principal, sent: TryOutRequest, signal: AbortSignal): Promise<TryOutResult>;
  templates: TemplateUseCases;
  getSettings(principal: Principal): Settings;
  updateSettings(principal: Principal, changes: Partial<DictationSettings>): Promise<Settings>;
  /** Erases what policies no longer allow; by itself every few minutes after `start`. */
  eraseExpired(): Promise<void>;
  /** Once, before the first request. */
  start(): void;
  /** Ends all dictations that are under way. */
  close(): Promise<void>;
}

export function createDictationUseCases(options: DictationOptions): DictationUseCases {
  const { db } = options;
  const deps: DictationDeps = {
    ...options,
    cursors: new Cursors(installationSecret(options.db, "cursors"), options.clock, limits),
    idempotency: new Idempotency(options.db, options.clock),
    running: new RunningDictations(),
    meter: createMeter(options.config.billing),
    brokenStreams: new BrokenStreams(options.clock),
  };
  const retention = new Retention(deps);
  return {
    liveHints: (principal, parameters) => liveDictationHints(deps, principal, parameters),
    finishLive: (dictation) => finishLiveDictation(deps, dictation),
    noteBroken: (principal, sound) => deps.brokenStreams.note(principal, sound),
    create: (request) => createDictation(deps, request),
    listSessions: (principal, filters, page) => listSessions(deps, principal, filters, page),
    newestSessions: (principal, limit) => newestSessions(deps, principal, limit),
    getSession: (principal, sessionId) => getSession(deps, principal, sessionId),
    getTranscript: (principal, sessionId) => getTranscript(deps, principal, sessionId),
    correctText: async (principal, sessionId, correction) => {
      const { detail, corrected } = await correctText(deps, principal, sessionId, correction);
      if (corrected !== null) {
        const { organizationId } = corrected;
        publishSession(options, "corrected", { userId: personOf(principal), organizationId, sessionId });
      }
      return detail;
    },
    eraseSession: async (changes, userId, sessionId) => {
      await whenWritable(db, () => eraseSession(changes, userId, sessionId));
      publishErased(options, userId, sessionId);
      await retention.reclaimNow();
    },
    eraseHistory: async (changes, userId) => {
      const erased = await retention.eraseAll(changes, userId);
      publishErased(options, userId, null);
      return erased;
    },
    setFeedback: (principal, sessionId, feedback) =>
      whenWritable(db, () => setFeedback(deps, principal, sessionId, feedback)),
    deleteFeedback: (principal, sessionId) =>
      whenWritable(db, () => deleteFeedback(deps, principal, sessionId)),
    getCustomizations: (principal) => getCustomizations(deps, principal),
    updateCustomizations: async (principal, update) => {
      const before = customizationsOf(db, personOf(principal));
      // Reading all that a person has takes as long as storing a table.
      if (update.operations.length > limits.customizationOperations) await makeRoomInLog(db);
      const updated = await whenWritable(db, () => updateCustomizations(deps, principal, update, before));
      if (!update.dryRun && updated.revision !== before.revision)
        publishCustomizations(options, personOf(principal), updated.revision);
      // All that a person has is long as an answer, too.
      await setImmediate();
      return updated;
    },
    suggestCustomizations: (principal) => suggestCustomizations(deps, principal),
    previewCustomization: (principal, rule) => previewCustomization(deps, principal, rule),
    tryOut: (principal, sent, signal) => tryOut(deps, principal, sent, signal),
    templates: createTemplateUseCases(deps),
    getSettings: (principal) => getSettings(deps, principal),
    updateSettings: async (principal, changes) => {
      const settings = await whenWritable(db, () => updateSettings(deps, principal, changes));
      publishSettings(options, personOf(principal));
      return settings;
    },
    eraseExpired: () => retention.sweepOnce(),
    start: () => retention.start(),
    close: async () => {
      await Promise.all([deps.running.close(), retention.close()]);
      deps.textProcesses.close();
    },
  };
}
