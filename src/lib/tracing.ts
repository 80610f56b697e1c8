/**
 * Steps of the work, for whoever wants to see where a request's time goes. Nobody does unless a tracer is set; a step
 * then costs a function call. What is told of one are counts and names of the program's own, never content.
 */
export type StepFacts = Record<string, string | number | boolean>;
export type TellStep = (facts: StepFacts) => void;

export interface Tracer {
  step<T>(name: string, work: (tell: TellStep) => Promise<T>): Promise<T>;
}

const NOBODY: Tracer = { step: (_, work) => work(() => {}) };

let tracer = NOBODY;

/** For the whole process; null when nobody wants steps any more. */
export function setTracer(next: Tracer | null): void {
  tracer = next ?? NOBODY;
}

/** Runs `work` as a step of whatever step runs it. */
export function traced<T>(name: string, work: (tell: TellStep) => Promise<T>): Promise<T> {
  return tracer.step(name, work);
}
