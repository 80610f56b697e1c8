import { z } from "zod";

const answerSchema = z.object({ text: z.string() });

/** The text of `{"text": "…"}`; null if the model wrote anything else. */
export function readAnswer(content: string): string | null {
  try {
    const answer = answerSchema.safeParse(JSON.parse(withoutFence(withoutThinking(content).trim())));
    return answer.data?.text.replaceAll("\r\n", "\n") ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Some models reason aloud first, although instructed not to. */
function withoutThinking(content: string): string {
  const end = "</think>";
  return content.trimStart().startsWith("<think>")
    ? content.slice(content.indexOf(end) + end.length)
    : content;
}

/** Some set JSON off as if it stood in Markdown. */
function withoutFence(content: string): string {
  if (!content.startsWith("```") || !content.endsWith("```")) return content;
  return content.slice(content.indexOf("\n") + 1, -3);
}
