import { homeTitle } from "../../messages/home.ts";
import { Page } from "../../parts/page.tsx";
import { me, nameOf } from "../../state/me.ts";

export default function Home() {
  return <Page title={homeTitle()}>{me.data.value && <p class="lead">{nameOf(me.data.value)}</p>}</Page>;
}
