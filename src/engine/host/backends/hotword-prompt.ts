/** For models that take them in their prompt: a list with commas, so that no word may hold one or a mark of the prompt. */
export function hotwordPrompt(words: readonly string[]): string {
  const clean = words.map((word) =>
    word
      .normalize("NFC")
      .replace(/[^\p{L}\p{M}\p{N}'’ .+#&-]+/gu, " ")
      .trim(),
  );
  return [...new Set(clean)].filter((word) => word !== "").join(",");
}
