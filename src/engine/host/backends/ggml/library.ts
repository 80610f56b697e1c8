/** whisper.cpp's C interface, through the functions of `whisper.c`. */
import { CString, type Pointer } from "bun:ffi";
import { compileC } from "../compile-c.ts";
import source from "./whisper.c" with { type: "text" };

/** What the functions hand out and take back. */
export type Handle = Pointer | bigint;

export type WhisperLibrary = ReturnType<typeof compile>;

/** @throws where the library or one that it needs does not load, or this machine does not let compile. */
export function openWhisperLibrary(path: string): WhisperLibrary {
  const library = compile();
  const problem = library.open_library(cString(path));
  if (problem === null) return library;
  const reason = new CString(problem).toString();
  const hint = reason.includes("libgomp")
    ? " Install GCC's OpenMP library: libgomp1 on Debian and Ubuntu, libgomp on RHEL."
    : "";
  throw new Error(`whisper.cpp's library does not load: ${reason}.${hint}`);
}

export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

const place = "ptr";
const promise = "napi_value";

function compile() {
  return compileC("whisper", source, {
    open_library: { args: ["ptr"], returns: "ptr" },
    load_model: { args: ["ptr"], returns: "ptr" },
    language_number: { args: ["ptr"], returns: "i32" },
    count_tokens: { args: ["ptr", "ptr"], returns: "i32" },
    open_place: { args: ["ptr", "i32", "i32", "i32", "f64"], returns: place },
    start_decode: { args: ["napi_env", place, "ptr", "i32", "ptr", "ptr"], returns: promise },
    start_detection: { args: ["napi_env", place, "ptr", "i32", "ptr"], returns: promise },
    cancel: { args: [place], returns: "void" },
    reset: { args: [place], returns: "void" },
    steps_of: { args: [place], returns: "u32" },
    failure_of: { args: [place], returns: "i32" },
    read_tokens: { args: [place, "ptr", "i32", "ptr", "i32"], returns: "i32" },
  });
}
