import { Decoder, DecoderOptions, Instruction, OpKind } from "iced-x86";
import type { Report } from "./report.ts";

/** Reports what calls, jumps and operands relative to the instruction pointer name. */
export function referencesOfX64(code: Uint8Array, address: number, report: Report): void {
  const decoder = new Decoder(64, code, DecoderOptions.None);
  const instruction = new Instruction();
  try {
    decoder.ip = BigInt(address);
    while (decoder.canDecode) {
      decoder.decodeOut(instruction);
      const from = Number(instruction.ip);
      if (instruction.isInvalid) throw new Error(`no instruction at 0x${from.toString(16)}`);
      if (instruction.op0Kind === OpKind.NearBranch64) report(from, Number(instruction.nearBranchTarget));
      else if (instruction.isIpRelMemoryOperand) report(from, Number(instruction.ipRelMemoryAddress));
    }
  } finally {
    instruction.free();
    decoder.free();
  }
}
