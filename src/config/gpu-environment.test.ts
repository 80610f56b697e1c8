import { expect, test } from "bun:test";
import { recognizerEnvironment } from "./gpu-environment.ts";

test("a recognizer on a GPU gets what NVIDIA's libraries read, and nothing else; on a CPU nothing", () => {
  const environment = {
    LD_LIBRARY_PATH: "/cuda",
    CUDA_VISIBLE_DEVICES: "1",
    HOME: "/root",
    TIRO_KEY: "x",
    CUDA_CACHE_PATH: "",
  };
  expect(recognizerEnvironment("cuda", environment)).toEqual({
    LD_LIBRARY_PATH: "/cuda",
    CUDA_VISIBLE_DEVICES: "1",
  });
  expect(recognizerEnvironment("cpu", environment)).toEqual({});
});
