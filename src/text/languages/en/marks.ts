/** Weighs the words around those of a spoken mark. */
import { MarkNetwork } from "../../words/mark-network.ts";
import weights from "./mark-weights.txt" with { type: "text" };

let network: MarkNetwork | undefined;

export function markNetwork(): MarkNetwork {
  network ??= new MarkNetwork(weights);
  return network;
}
