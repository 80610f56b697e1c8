/**
 * Moonshine's decoder, changed to mark the tokens it doubts. Its caller takes the likeliest token of each step
 * and nothing else, so a doubt becomes part of the choice: every token is there twice, and of both only that one can be
 * chosen that says whether its probability is below `DOUBT`. Texts stay what they were, and so does the time, as far as can
 * be measured; the longer list of tokens takes 5 MiB.
 */
import { edited, GRAPH, initializer, integer, integers, MODEL, NODE, node, renamed } from "./onnx.ts";
import { type Field, fieldsOf, messageOf } from "./protobuf.ts";

const DOUBT = 0.6;
/** The last axis of what the network says: batch, step, token. */
const AXIS = 2;
const TOKENS = 32_768;
/** Nobody doubts that the text is over: the other one would not end it. */
const END = 2;
const IMPOSSIBLE = -1e9;

const [READ, WRITTEN] = ["input_ids", "logits"];

/** @param network whose graph has no doubts yet. */
export function tellingDoubt(network: Uint8Array): Uint8Array {
  return edited(network, MODEL.graph, (graph) => {
    const fields = fieldsOf(graph).map((field) =>
      field.number === GRAPH.node ? { ...field, bytes: withOwnNames(field.bytes) } : field,
    );
    const isNode = ({ number }: Field) => number === GRAPH.node;
    return messageOf([
      node("Mod", [READ, "tokens"], ["told_ids"]),
      ...fields.filter(isNode),
      ...doubts(),
      ...fields.filter((field) => !isNode(field)),
      ...known(),
    ]);
  });
}

function withOwnNames(bytes: Uint8Array): Uint8Array {
  return renamed(renamed(bytes, NODE.input, READ, "told_ids"), NODE.output, WRITTEN, "sure_logits");
}

/** The likeliest token's probability is one divided by the sum of what all have of it. */
function doubts(): Field[] {
  const keeps = integer("keepdims", 1);
  return [
    node("ReduceMax", ["sure_logits"], ["most"], [integers("axes", [AXIS]), keeps]),
    node("Sub", ["sure_logits", "most"], ["less"]),
    node("Exp", ["less"], ["shares"]),
    node("ReduceSum", ["shares", "axis"], ["sum"], [keeps]),
    node("Gather", ["sure_logits", "end"], ["end_logit"], [integer("axis", AXIS)]),
    node("Less", ["end_logit", "most"], ["goes_on"]),
    node("Greater", ["sum", "doubtful_sum"], ["is_spread"]),
    node("And", ["goes_on", "is_spread"], ["is_doubted"]),
    node("Where", ["is_doubted", "impossible", "nothing"], ["against_sure"]),
    node("Where", ["is_doubted", "nothing", "impossible"], ["against_doubted"]),
    node("Add", ["sure_logits", "against_sure"], ["sure"]),
    node("Add", ["sure_logits", "against_doubted"], ["doubted"]),
    node("Concat", ["sure", "doubted"], [WRITTEN], [integer("axis", AXIS)]),
  ];
}

function known(): Field[] {
  return [
    initializer("tokens", BigInt64Array.of(BigInt(TOKENS))),
    initializer("axis", BigInt64Array.of(BigInt(AXIS)), [1]),
    initializer("end", BigInt64Array.of(BigInt(END)), [1]),
    initializer("doubtful_sum", Float32Array.of(1 / DOUBT)),
    initializer("nothing", Float32Array.of(0)),
    initializer("impossible", Float32Array.of(IMPOSSIBLE)),
  ];
}
