/**
 * A network in onnxruntime, called without sherpa-onnx, which loads a detector's network anew for each recording and stream.
 * Here all of them share one: whatever a network remembers is an input and an output of it.
 */
import { dlopen, JSCallback, linkSymbols, type Pointer, ptr, read } from "bun:ffi";
import { overwritePointer } from "./memory.ts";

/** The first version of the interface: later ones append to it, and change nothing. */
const API_VERSION = 1;
type Address = Pointer | bigint;

const POINTER_BYTES = 8;
const WARNING_LEVEL = 2;
const DEVICE_ALLOCATOR = 0;
const DEFAULT_MEMORY = 0;
/** `ONNXTensorElementDataType`. */
const FLOAT = 1;
const INT64 = 7;

export interface Tensor {
  name: string;
  shape: readonly number[];
  /** Read or written by each run; must come from `floats` or `int64`. */
  data: Float32Array | BigInt64Array;
}

/** Memory that stays where it is: small arrays of JavaScript's own may move. */
export function floats(length: number): Float32Array<ArrayBuffer> {
  return new Float32Array(new ArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));
}

export function int64(...numbers: number[]): BigInt64Array {
  const data = new BigInt64Array(new ArrayBuffer(Math.max(numbers.length, 1) * POINTER_BYTES));
  numbers.forEach((number, i) => {
    data[i] = BigInt(number);
  });
  return data;
}

/** Loaded as long as the process lives. */
export class OnnxNetwork {
  readonly #api: ReturnType<typeof openApi>;
  readonly #run: () => Address | null;
  /** Objects whose addresses the library holds. */
  readonly #kept: unknown[] = [];

  /** @throws if the library or the network does not load. */
  constructor(libraryPath: string, modelPath: string, inputs: readonly Tensor[], outputs: readonly Tensor[]) {
    this.#api = openApi(libraryPath);
    const session = this.#open(modelPath);
    const memory = this.#made((out) => this.#api.createCpuMemoryInfo(DEVICE_ALLOCATOR, DEFAULT_MEMORY, out));
    const names = (tensors: readonly Tensor[]) =>
      this.#addresses(tensors.map(({ name }) => this.#text(name)));
    const values = (tensors: readonly Tensor[]) =>
      this.#addresses(tensors.map((tensor) => this.#value(memory, tensor)));
    const given = [names(inputs), values(inputs), inputs.length] as const;
    const wanted = [names(outputs), outputs.length, values(outputs)] as const;
    this.#run = () => this.#api.run(session, null, ...given, ...wanted);
  }

  /** From the inputs' data to the outputs'. @throws if the network cannot. */
  run(): void {
    this.#check(this.#run());
  }

  /** On the caller's thread alone. */
  #open(modelPath: string): Pointer {
    const env = this.#made((out) => this.#api.createEnv(WARNING_LEVEL, this.#text("tiro"), out));
    const options = this.#made((out) => this.#api.createSessionOptions(out));
    this.#check(this.#api.setIntraOpNumThreads(options, 1));
    this.#check(this.#api.setInterOpNumThreads(options, 1));
    return this.#made((out) => this.#api.createSession(env, this.#text(modelPath), options, out));
  }

  #value(memory: Pointer, { shape, data }: Tensor): Pointer {
    const dimensions = int64(...shape);
    this.#kept.push(dimensions, data);
    const type = data instanceof Float32Array ? FLOAT : INT64;
    return this.#made((out) =>
      this.#api.createTensor(memory, ptr(data), data.byteLength, ptr(dimensions), shape.length, type, out),
    );
  }

  #made(make: (out: Pointer) => Address | null): Pointer {
    const out = new BigUint64Array(new ArrayBuffer(POINTER_BYTES));
    this.#check(make(ptr(out)));
    return Number(out[0]) as Pointer;
  }

  #addresses(pointers: readonly Pointer[]): Pointer {
    const list = new BigUint64Array(new ArrayBuffer(pointers.length * POINTER_BYTES));
    list.set(pointers.map(BigInt));
    this.#kept.push(list);
    return ptr(list);
  }

  #text(text: string): Pointer {
    const bytes = new TextEncoder().encode(`${text}\0`);
    this.#kept.push(bytes);
    return ptr(bytes);
  }

  #check(status: Address | null): void {
    if (!status) return;
    const message = this.#api.messageOf(status);
    this.#api.releaseStatus(status);
    throw new Error(`onnxruntime: ${message}`);
  }
}

/** Its functions stand in a table: each by its place in `OrtApi` of onnxruntime_c_api.h. */
function openTable(libraryPath: string): Pointer {
  const { OrtGetApiBase } = dlopen(libraryPath, { OrtGetApiBase: { args: [], returns: "ptr" } }).symbols;
  const base = OrtGetApiBase();
  const table =
    base &&
    linkSymbols({ get: { ptr: entry(base, 0), args: ["u32"], returns: "ptr" } }).symbols.get(API_VERSION);
  if (!table) throw new Error(`${libraryPath} is no onnxruntime`);
  return table as Pointer;
}

function openApi(libraryPath: string) {
  const table = openTable(libraryPath);
  const returns = "ptr";
  return linkSymbols({
    messageOf: { ptr: entry(table, 2), args: ["ptr"], returns: "cstring" },
    createEnv: { ptr: entry(table, 3), args: ["i32", "ptr", "ptr"], returns },
    createSession: { ptr: entry(table, 7), args: ["ptr", "ptr", "ptr", "ptr"], returns },
    run: { ptr: entry(table, 9), args: ["ptr", "ptr", "ptr", "ptr", "u64", "ptr", "u64", "ptr"], returns },
    createSessionOptions: { ptr: entry(table, 10), args: ["ptr"], returns },
    setIntraOpNumThreads: { ptr: entry(table, 24), args: ["ptr", "i32"], returns },
    setInterOpNumThreads: { ptr: entry(table, 25), args: ["ptr", "i32"], returns },
    createTensor: { ptr: entry(table, 49), args: ["ptr", "ptr", "u64", "ptr", "u64", "i32", "ptr"], returns },
    createCpuMemoryInfo: { ptr: entry(table, 69), args: ["i32", "i32", "ptr"], returns },
    releaseStatus: { ptr: entry(table, 93), args: ["ptr"], returns: "void" },
  }).symbols;
}

function entry(table: Address, place: number): Pointer {
  return read.ptr(table as Pointer, place * POINTER_BYTES) as Pointer;
}

const SESSION_FROM_FILE = { args: ["ptr", "ptr", "ptr", "ptr"], returns: "ptr" } as const;
const SESSION_FROM_BYTES = { args: ["ptr", "ptr", "u64", "ptr", "ptr"], returns: "ptr" } as const;

/** Called for as long as the process lives. */
const openers: JSCallback[] = [];

/**
 * From now on every session of this process takes what it computes with from the C library, and frees it after each run. By
 * itself it keeps the most that it ever needed: 20 MB after four seconds of speech, some hundreds after thirty. sherpa-onnx, which opens
 * most of them, has no option for it, so the two functions that open a session are replaced in the library's table by those
 * that set the option first. Only for a thread that runs JavaScript.
 * @throws if the library does not load.
 */
export function freeMemoryAfterRuns(libraryPath: string): void {
  const table = openTable(libraryPath);
  const { keepNothing, fromFile, fromBytes } = linkSymbols({
    fromFile: { ptr: entry(table, 7), ...SESSION_FROM_FILE },
    fromBytes: { ptr: entry(table, 8), ...SESSION_FROM_BYTES },
    keepNothing: { ptr: entry(table, 19), args: ["ptr"], returns: "ptr" },
  }).symbols;
  type Given = Pointer | null;
  const ways = [
    [
      7,
      SESSION_FROM_FILE,
      (env: Given, path: Given, options: Given, out: Given) =>
        keepNothing(options) ?? fromFile(env, path, options, out),
    ],
    [
      8,
      SESSION_FROM_BYTES,
      (env: Given, bytes: Given, length: bigint, options: Given, out: Given) =>
        keepNothing(options) ?? fromBytes(env, bytes, length, options, out),
    ],
  ] as const;
  for (const [place, types, open] of ways) {
    const opener = new JSCallback(open, types);
    openers.push(opener);
    overwritePointer((table as number) + place * POINTER_BYTES, opener.ptr as Pointer);
  }
}
