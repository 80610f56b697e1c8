/** Changes of customizations, in lists as long as the API takes them. */
import { limits } from "../../../config/limits.ts";
import { call, type Schemas } from "../../client/api.ts";

export type Operation = Schemas["CustomizationOperation"];
export type Customizations = Schemas["Customizations"];
type Updated = Schemas["UpdatedCustomizations"];

/**
 * One after the other; what was applied before a failure stays.
 * @param onProgress is told how many have been applied.
 * @returns the last answer. @throws ApiFault.
 */
export async function change(
  operations: readonly Operation[],
  onProgress: (done: number) => void = () => {},
): Promise<Updated> {
  const most = limits.customizationOperations;
  let updated: Updated | null = null;
  for (let at = 0; at < operations.length; at += most) {
    const list = operations.slice(at, at + most);
    updated = await call("PATCH /v1/customizations", { body: { operations: list } });
    onProgress(at + list.length);
  }
  if (updated === null) throw new RangeError("nothing to change");
  return updated;
}
