import { waysIn } from "../../messages/ways-in.ts";
import { Link } from "../../parts/button.tsx";

export function BackToYou() {
  return <Link look="button small" text={waysIn.back} href="/app/you" />;
}
