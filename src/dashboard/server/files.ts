/** Folders of files, served as they are. */
import { staticPlugin } from "@elysiajs/static";
import { Elysia } from "elysia";
import { TiroError } from "../../lib/errors.ts";

export type ServeFile = (request: Request) => Promise<Response>;

export interface ServedFolder {
  folder: string;
  /** The addresses begin with it; no slash at the end. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** @returns what answers; its calls throw `route_not_found` if there is no such file. */
export async function serveFolder({ folder, path, headers }: ServedFolder): Promise<ServeFile> {
  const files = new Elysia({ aot: false }).use(
    await staticPlugin({
      assets: folder,
      prefix: path,
      // In a compiled program the plugin would read the folder at once, and never again.
      alwaysStatic: false,
      headers: { ...headers },
      silent: true,
    }),
  );
  return async (request) => {
    const answer = await files.handle(request);
    if (answer.status === 404) throw new TiroError("route_not_found", "There is no such file.");
    return new Response(answer.body, answer);
  };
}
