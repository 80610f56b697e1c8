/**
 * References in arm64 code (Arm Architecture Reference Manual, C4 "A64 instruction set encoding"). An address takes two
 * instructions or more there, and the compiler reaches several objects from one address in a register ("section anchors").
 * So the constants that each register may hold are followed through a function, on every path at once: what a register may
 * hold is never too little, and at times too much.
 */
import { ConstantSets, type Constants, NOTHING } from "./constants.ts";
import type { Report } from "./report.ts";

/** By register, numbers of `ConstantSets`. */
type Registers = Int32Array;

const PASSES_AT_MOST = 20;
const ARGUMENTS = 8;
/** From this one on, registers survive an exception. */
const KEPT_FROM = 19;
const ZERO_REGISTER = 31;

const signed = (value: number, bits: number) => (value << (32 - bits)) >> (32 - bits);
const bits = (word: number, high: number, low: number) => (word >>> low) & ((1 << (high - low + 1)) - 1);

export function referencesOfArm64(code: Buffer, address: number, report: Report): void {
  new FunctionReader(code, address, report).read();
}

class FunctionReader {
  readonly #code: Buffer;
  readonly #start: number;
  readonly #report: Report;
  readonly #sets = new ConstantSets();
  readonly #atLabels = new Map<number, Registers>();
  /** On entering what no visible branch leads to: the cases of a switch, and handlers of exceptions. */
  readonly #atUnseen: Registers = unknown();
  readonly #registers: Registers = unknown();
  #changed = false;
  #isReached = true;

  constructor(code: Buffer, start: number, report: Report) {
    this.#code = code;
    this.#start = start;
    this.#report = report;
  }

  read(): void {
    this.#eachInstruction((at, word) => {
      const target = branchTarget(at, word);
      if (target !== null && this.#isInside(target)) this.#atLabels.set(target, unknown());
    });
    for (let pass = 0; pass < PASSES_AT_MOST; pass++) {
      this.#changed = false;
      this.#isReached = true;
      this.#registers.fill(NOTHING);
      this.#eachInstruction((at, word) => {
        this.#enter(at);
        this.#step(at, word);
      });
      if (!this.#changed) return;
    }
  }

  #eachInstruction(visit: (at: number, word: number) => void): void {
    for (let offset = 0; offset + 4 <= this.#code.length; offset += 4)
      visit(this.#start + offset, this.#code.readUInt32LE(offset));
  }

  #isInside(address: number): boolean {
    return this.#start <= address && address < this.#start + this.#code.length;
  }

  #enter(at: number): void {
    const label = this.#atLabels.get(at);
    if (!this.#isReached) this.#registers.set(label ?? this.#atUnseen);
    else if (label) this.#merge(this.#registers, label);
    this.#isReached = true;
  }

  #step(at: number, word: number): void {
    if (bits(word, 28, 26) === 0b101) this.#branch(at, word);
    else if (bits(word, 28, 26) === 0b100) this.#immediate(at, word);
    else if ((word & 0x0a000000) === 0x08000000) this.#memory(at, word);
    else if (bits(word, 27, 25) === 0b101) this.#arithmetic(at, word);
    else if (isFromGeneralRegister(word)) this.#escape(at, bits(word, 9, 5));
  }

  #branch(at: number, word: number): void {
    const target = branchTarget(at, word);
    const isToRegister = (word & 0xfe000000) >>> 0 === 0xd6000000;
    const isCall = (word & 0xfc000000) >>> 0 === 0x94000000 || (word & 0xfffffc1f) >>> 0 === 0xd63f0000;
    if (target !== null) this.#report(at, target);
    if (isCall) {
      this.#call(at);
      return;
    }
    const label = target === null ? undefined : this.#atLabels.get(target);
    if (label && this.#merge(label, this.#registers)) this.#changed = true;
    if (!label && (target !== null || isToRegister)) this.#passArguments(at);
    if ((word & 0xfffffc1f) >>> 0 === 0xd61f0000 && this.#merge(this.#atUnseen, this.#registers))
      this.#changed = true;
    if (isToRegister || (word & 0xfc000000) === 0x14000000) this.#isReached = false;
  }

  /** Called functions may throw; and the compiler knows which registers a function of the same library leaves alone. */
  #call(at: number): void {
    this.#passArguments(at);
    if (this.#merge(this.#atUnseen, this.#registers, KEPT_FROM)) this.#changed = true;
    this.#registers[0] = NOTHING;
  }

  #passArguments(at: number): void {
    for (let register = 0; register < ARGUMENTS; register++) this.#escape(at, register);
  }

  #immediate(at: number, word: number): void {
    const to = bits(word, 4, 0);
    if ((word & 0x1f000000) === 0x10000000) {
      const offset = (signed(bits(word, 23, 5), 19) << 2) | bits(word, 30, 29);
      if (word >>> 31 === 1) this.#set(to, this.#sets.of([at - (at % 4096) + offset * 4096], []));
      else this.#set(to, this.#sets.of([], [at + offset]));
    } else if ((word & 0xbf800000) >>> 0 === 0x91000000 || (word & 0xff800000) >>> 0 === 0xd1000000) {
      const amount = bits(word, 21, 10) * (bits(word, 22, 22) ? 4096 : 1) * (word & 0x40000000 ? -1 : 1);
      const from = this.#constants(bits(word, 9, 5));
      const moved = bases(from).map((value) => value + amount);
      this.#set(to, this.#sets.of([], moved));
    } else {
      // Bit fields; a comparison writes nowhere, and wide moves read nothing.
      if (bits(word, 25, 23) >= 6) this.#escape(at, bits(word, 9, 5));
      this.#set(to, NOTHING);
    }
  }

  /** Of two registers: an address that is indexed stays one, and so does one of two that are chosen from. */
  #arithmetic(at: number, word: number): void {
    const [to, first, second] = [bits(word, 4, 0), bits(word, 9, 5), bits(word, 20, 16)];
    const isConditionalCompare = (word & 0x1fe00000) === 0x1a400000;
    const isSelect = (word & 0x1fe00000) === 0x1a800000;
    const isAdditive = (word & 0x1f000000) === 0x0b000000;
    const isMove = (word & 0x1f200000) === 0x0a000000 && first === ZERO_REGISTER;
    if (isConditionalCompare || (isAdditive && to === ZERO_REGISTER)) return;
    if (isSelect || isAdditive || isMove) {
      this.#set(to, this.#sets.union(this.#get(first), this.#get(second)));
    } else {
      this.#escape(at, first);
      this.#escape(at, second);
      this.#set(to, NOTHING);
    }
  }

  #memory(at: number, word: number): void {
    const isVector = (word & 0x04000000) !== 0;
    const [to, base] = [bits(word, 4, 0), bits(word, 9, 5)];
    if ((word & 0x3b000000) === 0x18000000) {
      this.#report(at, at + 4 * signed(bits(word, 23, 5), 19));
      if (!isVector) this.#set(to, NOTHING);
    } else if ((word & 0x3a000000) === 0x28000000) this.#pair(at, word, isVector);
    else if ((word & 0x3a000000) === 0x38000000) this.#single(at, word, isVector);
    else {
      // Exclusive and ordered ones, and those of several vectors.
      this.#reach(at, base, 0);
      if (!isVector) for (const register of [to, bits(word, 20, 16)]) this.#escape(at, register);
    }
  }

  #pair(at: number, word: number, isVector: boolean): void {
    const kind = bits(word, 31, 30);
    const scale = isVector ? 4 << kind : kind === 2 ? 8 : 4;
    const registers = isVector ? [] : [bits(word, 4, 0), bits(word, 14, 10)];
    const isLoad = bits(word, 22, 22) === 1;
    this.#transfer(at, word, {
      offset: signed(bits(word, 21, 15), 7) * scale,
      mode: bits(word, 24, 23),
      registers: isLoad ? [] : registers,
    });
    if (isLoad) for (const register of registers) this.#set(register, NOTHING);
  }

  #single(at: number, word: number, isVector: boolean): void {
    const [size, kind] = [bits(word, 31, 30), bits(word, 23, 22)];
    const registers = isVector ? [] : [bits(word, 4, 0)];
    const isLoad = isVector ? (kind & 1) === 1 : kind !== 0;
    const mode = bits(word, 11, 10);
    if (bits(word, 24, 24)) {
      const scale = 1 << (isVector && kind & 2 ? 4 : size);
      this.#transfer(at, word, {
        offset: bits(word, 21, 10) * scale,
        mode: 2,
        registers: isLoad ? [] : registers,
      });
    } else if (bits(word, 21, 21)) {
      // Indexed by a register, or atomic.
      for (const register of [
        bits(word, 9, 5),
        bits(word, 20, 16),
        ...(isLoad && mode === 2 ? [] : registers),
      ])
        this.#escape(at, register);
    } else
      this.#transfer(at, word, {
        offset: signed(bits(word, 20, 12), 9),
        mode: mode === 0 ? 2 : mode,
        registers: isLoad ? [] : registers,
      });
    if (isLoad && !(size === 3 && kind === 2)) for (const register of registers) this.#set(register, NOTHING);
  }

  /** @param mode 1: the base moves after the access; 2: it stays; 3: it moves before. */
  #transfer(at: number, word: number, access: { offset: number; mode: number; registers: number[] }): void {
    const base = bits(word, 9, 5);
    this.#reach(at, base, access.mode === 1 ? 0 : access.offset);
    for (const register of access.registers) this.#escape(at, register);
    if (access.mode === 2 || access.mode === 0) return;
    const { addresses } = this.#constants(base);
    this.#set(
      base,
      this.#sets.of(
        [],
        addresses.map((value) => value + access.offset),
      ),
    );
  }

  #reach(at: number, register: number, offset: number): void {
    for (const value of bases(this.#constants(register))) this.#report(at, value + offset);
  }

  /** The address leaves what is followed here: code that gets it may use what lies there. */
  #escape(at: number, register: number): void {
    for (const value of this.#constants(register).addresses) this.#report(at, value);
  }

  #constants(register: number): Constants {
    return this.#sets.get(this.#get(register));
  }

  #get(register: number): number {
    return register === ZERO_REGISTER ? NOTHING : (this.#registers[register] as number);
  }

  #set(register: number, set: number): void {
    if (register !== ZERO_REGISTER) this.#registers[register] = set;
  }

  /** Returns whether the first ones now hold more. */
  #merge(into: Registers, from: Registers, first = 0): boolean {
    let isMore = false;
    for (let register = first; register < ZERO_REGISTER; register++) {
      const before = into[register] as number;
      const both = this.#sets.union(before, from[register] as number);
      if (both === before) continue;
      into[register] = both;
      isMore = true;
    }
    return isMore;
  }
}

/** Of those that name it. */
function branchTarget(at: number, word: number): number | null {
  if ((word & 0x7c000000) === 0x14000000) return at + 4 * signed(bits(word, 25, 0), 26);
  if ((word & 0x7e000000) === 0x36000000) return at + 4 * signed(bits(word, 18, 5), 14);
  if ((word & 0xff000000) >>> 0 === 0x54000000 || (word & 0x7e000000) === 0x34000000)
    return at + 4 * signed(bits(word, 23, 5), 19);
  return null;
}

/** An instruction that completes half an address on one path does so on all. */
function bases({ pages, addresses }: Constants): readonly number[] {
  return pages.length > 0 ? pages : addresses;
}

function unknown(): Registers {
  return new Int32Array(ZERO_REGISTER);
}

/** `dup`, `ins` and `fmov` put a general register into a vector. */
function isFromGeneralRegister(word: number): boolean {
  return (
    (word & 0xbfe0fc00) >>> 0 === 0x0e000c00 ||
    (word & 0xffe0fc00) >>> 0 === 0x4e001c00 ||
    (word & 0x7ffffc00) === 0x1e670000
  );
}
