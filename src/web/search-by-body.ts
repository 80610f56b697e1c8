/** Searches whose words are in the body: proxies write addresses to their logs, and with them what people searched for. */
import { z } from "zod";
import { readJson } from "./json-body.ts";
import { jsonBody } from "./operation.ts";
import type { Answering, Exchange, Route } from "./route.ts";

/** @param list a `GET` that searches. @returns it, and `POST …/search`, which takes the same fields as a body. */
export function withSearch<R extends Route>(list: R): R[] {
  const { query = {}, ...operation } = list.operation as NonNullable<Route["operation"]>;
  const typeOf = (name: string) =>
    name === "limit" ? z.int("must be a whole number") : z.string("must be a text");
  const fields = Object.keys(query).map((name) => [name, typeOf(name).optional()]);
  const schema = z.strictObject(Object.fromEntries(fields));
  const answer = list.handle as (exchange: Exchange) => Answering;
  const search = {
    ...list,
    method: "POST",
    path: `${list.path}/search`,
    operation: {
      ...operation,
      id: /^list/.test(operation.id) ? operation.id.replace("list", "search") : `${operation.id}ByBody`,
      summary: `${operation.summary}, with the words in the body`,
      description: `As \`GET ${list.path}\`${query.cursor ? ", whose cursors hold here too" : ""}. No word of the search is in the address, which proxies write to their logs.`,
      body: jsonBody(z.strictObject(query)),
    },
    handle: async (exchange: Exchange) => {
      const { request } = exchange;
      const asked = await readJson(request, schema);
      const url = new URL(request.url);
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, String(value));
      // Checked and answered to the letter as if it had been asked for by its address.
      const byAddress = new Request(url.href, { headers: request.headers });
      return await answer(Object.create(exchange, { request: { value: byAddress } }));
    },
  };
  return [list, search as R];
}
