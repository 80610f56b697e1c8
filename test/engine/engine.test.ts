/** The conformance suite over the real engine, in the shapes that it takes on machines of several sizes. */
import { describeEngine } from "./conformance.ts";
import { startEngine } from "./support.ts";

describeEngine("as it sizes itself", () => startEngine());
describeEngine("one process, decodes side by side", () =>
  startEngine({ processes: 1, interactive_process: false, parallel_decodes: 2 }),
);
