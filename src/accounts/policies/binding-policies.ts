/** Policies that bind a person, each with its organization: for administrators, and for the person. */
import type { Db } from "../../store/db.ts";
import type { Organization } from "../../store/organizations/organizations.ts";
import { organizationsOf } from "./permissions.ts";

export const BINDING_POLICIES = [
  "zero_retention",
  "history_allowed",
  "retention_days",
  "allowed_languages",
  "key_days",
  "second_step_required",
  "own_usage_reported",
  "history_scope",
  "content_review",
] as const;

export interface BindingPolicy {
  name: (typeof BINDING_POLICIES)[number];
  value: boolean | number | string | readonly string[];
  /** Those that ask for it: of several, the strictest. */
  organizations: { id: string; name: string }[];
}

type Asked = BindingPolicy["value"];

interface Rule {
  name: BindingPolicy["name"];
  /** Null if the organization does not ask for it. */
  of: (organization: Organization) => Asked | null;
  /** Combines the values of several; the first one's if left out. */
  together?: (asked: readonly Asked[]) => Asked;
  /** Whether one that asks for this is a reason of what holds; every one where it is left out. */
  decides?: (asked: Asked, holds: Asked) => boolean;
}

const least = (asked: readonly Asked[]) => Math.min(...(asked as readonly number[]));
const common = (asked: readonly Asked[]) =>
  (asked as readonly (readonly string[])[]).reduce((all, each) => all.filter((code) => each.includes(code)));
const isThat = (asked: Asked, holds: Asked) => asked === holds;

const RULES: readonly Rule[] = [
  { name: "zero_retention", of: ({ zeroRetention }) => zeroRetention || null },
  { name: "history_allowed", of: ({ historyAllowed }) => (historyAllowed ? null : false) },
  { name: "retention_days", of: ({ retentionDays }) => retentionDays, together: least, decides: isThat },
  { name: "allowed_languages", of: ({ allowedLanguages }) => allowedLanguages, together: common },
  { name: "key_days", of: ({ keyDays }) => keyDays, together: least, decides: isThat },
  { name: "second_step_required", of: ({ secondStepRequired }) => secondStepRequired || null },
  { name: "own_usage_reported", of: ({ ownUsageReported }) => ownUsageReported || null },
  { name: "history_scope", of: ({ historyScope }) => (historyScope === "all" ? historyScope : null) },
  { name: "content_review", of: ({ contentReview }) => (contentReview === "owners" ? contentReview : null) },
];

/** Those alone that bind the person; nothing of what nobody asks for. */
export function bindingPolicies(db: Db, userId: string): BindingPolicy[] {
  const organizations = organizationsOf(db, userId).map(({ organization }) => organization);
  return RULES.flatMap(({ name, of, together, decides = () => true }) => {
    const asking = organizations.flatMap((organization) => {
      const asked = of(organization);
      return asked === null ? [] : [{ organization, asked }];
    });
    const [first] = asking;
    if (first === undefined) return [];
    const value = together?.(asking.map(({ asked }) => asked)) ?? first.asked;
    const reasons = asking.filter(({ asked }) => decides(asked, value));
    return [{ name, value, organizations: reasons.map(({ organization: { id, name } }) => ({ id, name })) }];
  });
}
