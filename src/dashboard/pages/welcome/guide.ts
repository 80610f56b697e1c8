import type { Answer } from "../../client/api.ts";

export type FirstRun = Answer<"GET /v1/administration/first-run">;
export type StepName = FirstRun["steps"][number]["name"];

export interface StepProps {
  guide: FirstRun;
  isDone: boolean;
  onChanged: () => Promise<void>;
}
