/** Captions: of what is spoken here, or of what somebody else speaks. */
import { useRoute } from "preact-iso";
import { Reader } from "./reader.tsx";
import { Speaker } from "./speaker.tsx";

export default function CaptionsPage() {
  const { captions } = useRoute().params as { captions?: string };
  return captions === undefined ? <Speaker /> : <Reader key={captions} id={captions} />;
}
