import { waysIn } from "../../messages/ways-in.ts";

export function BackToYou() {
  return (
    <a class="button small" href="/app/you">
      {waysIn().back}
    </a>
  );
}
