/** Takes what a place in code refers to. @param from address of the instruction. */
export type Report = (from: number, to: number) => void;
