import { changedParts, type Part } from "./diff.ts";

interface DifferencesProps {
  before: string;
  after: string;
  /** Kinds that are shown: without `old`, it is the text after, with what is new in it. */
  shown?: readonly Part["kind"][];
}

/** Two texts as one: words that went are struck out, and new ones are marked. */
export function Differences({ before, after, shown = ["same", "old", "new"] }: DifferencesProps) {
  const marks = { same: "span", old: "del", new: "ins" } as const;
  return changedParts(before, after)
    .filter(({ kind }) => shown.includes(kind))
    .map(({ kind, text }, index) => {
      const Mark = marks[kind];
      return (
        <Mark key={index} {...(kind !== "same" && { class: kind })}>
          {text}
        </Mark>
      );
    });
}
