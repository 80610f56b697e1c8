/** Shared parts of the routes that only a person may use, with the browser in which they are logged in. */
import type { Operation } from "../../web/operation.ts";
import type { Answering, PersonExchange, PersonRoute } from "../../web/route.ts";

type PersonOperation = Omit<Operation, "tags"> & {
  tag?: Operation["tags"][0];
  handle: (exchange: PersonExchange) => Answering;
};

/** @param name the method and the path. */
export function personApi(
  name: `${PersonRoute["method"]} /v1/${string}`,
  { tag = "Account", handle, ...operation }: PersonOperation,
): PersonRoute {
  const [method, path] = name.split(" ") as [PersonRoute["method"], string];
  return {
    method,
    path,
    family: "product",
    access: "person",
    refusesKeys: true,
    operation: { ...operation, tags: [tag] },
    handle,
  };
}
