/**
 * Steps of the work, for traces of where a request's time goes. Without a listener a step costs a function call.
 * A step has only counts and names of the program's own, never content.
 */
export type StepFacts = Record<string, string | number | boolean>;
export type TellStep = (facts: StepFacts) => void;

export interface Tracer {
  step<T>(name: string, work: (tell: TellStep) => Promise<T>): Promise<T>;
}

let tracers: readonly Tracer[] = [];

/** For the whole process. @returns what ends it. */
export function addTracer(tracer: Tracer): () => void {
  tracers = [...tracers, tracer];
  return () => {
    tracers = tracers.filter((other) => other !== tracer);
  };
}

/** Runs `work` as a step of the step that is under way. */
export function traced<T>(name: string, work: (tell: TellStep) => Promise<T>): Promise<T> {
  const within = tracers.reduce<(tell: TellStep) => Promise<T>>(
    (inner, tracer) => (tell) =>
      tracer.step(name, (tellTracer) =>
        inner((facts) => {
          tell(facts);
          tellTracer(facts);
        }),
      ),
    work,
  );
  return within(() => {});
}
