import type { Schemas } from "../client/api.ts";
import { keys } from "../messages/keys.ts";
import { ShownOnce } from "./shown-once.tsx";

export interface KeyShownOnceProps {
  made: Schemas["CreatedApiKey"];
  onStored: () => void;
}

export function KeyShownOnce({ made: { name, key }, onStored }: KeyShownOnceProps) {
  const words = { title: keys.isReady(name), text: keys.copyNow, copy: keys.copyKey, stored: keys.stored };
  return <ShownOnce icon="check" {...words} secret={key} onStored={onStored} />;
}
