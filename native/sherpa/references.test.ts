import { expect, test } from "bun:test";
import { referencesOfArm64 } from "./references-arm64.ts";
import { referencesOfX64 } from "./references-x64.ts";

const START = 0x10000;

const X64: [what: string, code: number[], named: number[]][] = [
  ["call", [0xe8, 0xfb, 0x0f, 0x00, 0x00], [0x11000]],
  ["short jump on a condition", [0x74, 0x10], [0x10012]],
  ["lea rax, [rip + 0x100]", [0x48, 0x8d, 0x05, 0x00, 0x01, 0x00, 0x00], [0x10107]],
  ["cmp byte [rip + 0x100], 5: a constant behind", [0x80, 0x3d, 0x00, 0x01, 0x00, 0x00, 0x05], [0x10107]],
  ["mov rax, [rbx + 0x100]: no address", [0x48, 0x8b, 0x83, 0x00, 0x01, 0x00, 0x00], []],
];
test.each(X64)("x86-64: %s", (_, code, named) => {
  const found: number[] = [];
  referencesOfX64(Buffer.from(code), START, (_from, to) => found.push(to));
  expect(found).toEqual(named);
});

test("x86-64: what is no instruction is refused", () => {
  expect(() => referencesOfX64(Buffer.from([0x06]), START, () => {})).toThrow("no instruction at 0x10000");
});

// As an assembler writes them; pages are those from 0x10000.
const ADRP_X0_PAGE2 = 0xd0000000; // adrp x0, 0x12000
const ADRP_X19_PAGE2 = 0xd0000013; // adrp x19, 0x12000
const ADD_X0_X0_8 = 0x91002000; // add x0, x0, #8
const ADD_X19_X19_16 = 0x91004273; // add x19, x19, #16
const LDR_X1_X0_16 = 0xf9400801; // ldr x1, [x0, #16]
const LDR_X1_X19_256 = 0xf9408261; // ldr x1, [x19, #256]
const STR_X0_SP = 0xf90003e0; // str x0, [sp]
const MOV_X0_X19 = 0xaa1303e0; // mov x0, x19
const MOV_X19_0 = 0xd2800013; // mov x19, #0
const BL_FAR = 0x94000400; // bl +0x1000
const BR_X2 = 0xd61f0040; // br x2
const RET = 0xd65f03c0;
const NOP = 0xd503201f;
const CBZ_X3_2 = 0xb4000043; // cbz x3, two instructions on
const B_2 = 0x14000002; // b two instructions on
const LDP_X1_X2_X0_32 = 0xa9420801; // ldp x1, x2, [x0, #32]
const LDRB_W1_X0_5 = 0x39401401; // ldrb w1, [x0, #5]
const LDR_Q0_X0_32 = 0x3dc00800; // ldr q0, [x0, #32]
const LDR_X1_X0_POST_8 = 0xf8408401; // ldr x1, [x0], #8
const ADD_X4_X19_X3_LSL3 = 0x8b030e64; // add x4, x19, x3, lsl #3
const LDR_X1_X4_64 = 0xf9402081; // ldr x1, [x4, #64]

const ARM64: [what: string, code: number[], named: number[]][] = [
  ["a call", [BL_FAR], [0x11000]],
  ["a page and the rest of the address, handed on", [ADRP_X0_PAGE2, ADD_X0_X0_8, BL_FAR], [0x12008, 0x11008]],
  ["a page alone is no address", [ADRP_X0_PAGE2, BL_FAR], [0x11004]],
  ["a page and the rest in a load", [ADRP_X0_PAGE2, LDR_X1_X0_16], [0x12010]],
  [
    "a pair, a byte, a vector",
    [ADRP_X0_PAGE2, LDP_X1_X2_X0_32, LDRB_W1_X0_5, LDR_Q0_X0_32],
    [0x12020, 0x12005, 0x12020],
  ],
  [
    "a load that moves its base on",
    [ADRP_X0_PAGE2, ADD_X0_X0_8, LDR_X1_X0_POST_8, LDR_X1_X0_16],
    [0x12008, 0x12020],
  ],
  ["an address that is stored", [ADRP_X0_PAGE2, ADD_X0_X0_8, STR_X0_SP], [0x12008]],
  [
    "two objects from one address",
    [ADRP_X19_PAGE2, ADD_X19_X19_16, LDR_X1_X19_256, MOV_X0_X19, RET],
    [0x12110, 0x12010],
  ],
  [
    "an array beside that address",
    [ADRP_X19_PAGE2, ADD_X19_X19_16, ADD_X4_X19_X3_LSL3, LDR_X1_X4_64],
    [0x12050],
  ],
  [
    "a register that calls keep",
    [ADRP_X19_PAGE2, ADD_X19_X19_16, BL_FAR, LDR_X1_X19_256],
    [0x11008, 0x12110],
  ],
  [
    "a register that was given another value",
    [ADRP_X19_PAGE2, ADD_X19_X19_16, MOV_X19_0, LDR_X1_X19_256],
    [],
  ],
  [
    "a value that one of two paths brings",
    [ADRP_X19_PAGE2, ADD_X19_X19_16, CBZ_X3_2, MOV_X19_0, LDR_X1_X19_256],
    [0x10010, 0x12110],
  ],
  [
    "what a jump leaves out",
    [ADRP_X19_PAGE2, ADD_X19_X19_16, B_2, MOV_X19_0, LDR_X1_X19_256],
    [0x10010, 0x12110],
  ],
  ["the case of a switch", [ADRP_X19_PAGE2, ADD_X19_X19_16, BR_X2, NOP, LDR_X1_X19_256], [0x12110]],
  [
    "a handler of exceptions",
    [ADRP_X19_PAGE2, ADD_X19_X19_16, BL_FAR, MOV_X19_0, RET, LDR_X1_X19_256],
    [0x11008, 0x12110],
  ],
];
test.each(ARM64)("arm64: %s", (_, words, named) => {
  const code = Buffer.alloc(words.length * 4);
  words.forEach((word, i) => {
    code.writeUInt32LE(word, i * 4);
  });
  const found = new Set<number>();
  referencesOfArm64(code, START, (_from, to) => found.add(to));
  expect([...found].sort()).toEqual([...new Set(named)].sort());
});
