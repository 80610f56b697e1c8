/** The page that people get when the company's log-in refuses them: the reason is for the operator alone. */
import { failurePage } from "../frame/failure.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { logInMessages } from "../messages/log-in.ts";
import { logInFailure } from "./log-in-step.ts";

export function companyRefusal(
  reading: Reading,
  status: number,
  message: (messages: (typeof logInMessages)["en"]) => string,
): Response {
  return failurePage(reading, logInFailure(reading), status, message(logInMessages[languageOf(reading)]));
}
