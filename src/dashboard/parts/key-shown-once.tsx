import type { Schemas } from "../client/api.ts";
import { keys } from "../messages/keys.ts";
import { ShownOnce } from "./shown-once.tsx";

export interface KeyShownOnceProps {
  made: Schemas["CreatedApiKey"];
  onStored: () => void;
}

export function KeyShownOnce({ made: { name, key }, onStored }: KeyShownOnceProps) {
  const { isReady, copyNow, copyKey, stored } = keys();
  const words = { title: isReady(name), text: copyNow, copy: copyKey, stored };
  return <ShownOnce icon="check" {...words} secret={key} onStored={onStored} />;
}
