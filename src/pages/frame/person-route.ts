/** Shared parts of the pages of a person's own account. */
import { findUser } from "../../accounts/people/users.ts";
import { type ErrorIssue, TiroError } from "../../lib/errors.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { User } from "../../store/people/users.ts";
import type { Operation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { type PersonPage, personPage } from "./person-page.ts";

/** The form's last values and faults. */
export interface Shown {
  issues: readonly ErrorIssue[];
}

/** One that changes something is called again where the database was locked, unless it waits for something itself. */
type Handle = (exchange: PersonExchange, user: User) => Response | Promise<Response>;

export function personRoute(
  { db }: PersonDeps,
  method: PersonRoute["method"],
  path: string,
  operation: Operation,
  handle: Handle,
): PersonRoute {
  return {
    method,
    path,
    family: "product",
    access: "person",
    operation,
    handle: async (exchange) => {
      const user = findUser(db, exchange.logIn.userId);
      return method === "GET" ? handle(exchange, user) : await whenWritable(db, () => handle(exchange, user));
    },
  };
}

/** Answers with what `change` returns, or with the form once more where it refuses fields. */
export async function formOrFaults(
  exchange: PersonExchange,
  show: (shown: Shown) => PersonPage | Promise<PersonPage>,
  change: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof TiroError && error.extras.issues)) throw error;
    exchange.errorCode = error.code;
    return personPage(exchange, { ...(await show({ issues: error.extras.issues })), status: error.status });
  }
}
