/** What NVIDIA's libraries read from the environment; recognizers get nothing else of it. */
const VARIABLES = [
  "LD_LIBRARY_PATH",
  "CUDA_VISIBLE_DEVICES",
  "CUDA_DEVICE_ORDER",
  "CUDA_MODULE_LOADING",
  "CUDA_CACHE_PATH",
  "CUDA_CACHE_DISABLE",
  "NVIDIA_VISIBLE_DEVICES",
  "NVIDIA_DRIVER_CAPABILITIES",
];

/** The whole environment of a recognizer that runs on `provider`. */
export function recognizerEnvironment(
  provider: "cpu" | "cuda",
  environment: Record<string, string | undefined> = process.env,
): Record<string, string> {
  if (provider === "cpu") return {};
  return Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const value = environment[name];
      return value ? [[name, value] as const] : [];
    }),
  );
}
