/** The retention of dictations, who decided it, and how the person changes it. */
import { call } from "../../client/api.ts";
import { historyWords as words } from "../../messages/history.ts";
import { toast, toastFault } from "../../parts/acts.tsx";
import { me } from "../../state/me.ts";
import { useResource } from "../../state/resource.ts";

/** In a sentence, as the lead of a page. */
export function Retention() {
  if (me.data.value === null) return null;
  if (!me.data.value.history_available) return <NoHistory />;
  const isPrivate = me.data.value.privacy_mode;
  return (
    <>
      {isPrivate ? words.privacyOn : words.kept}{" "}
      <button type="button" class="button-link" onClick={() => void setPrivacyMode(!isPrivate)}>
        {isPrivate ? words.keepAgain : words.keepNone}
      </button>
    </>
  );
}

export function NoHistory() {
  const decided = useResource(async (signal) => {
    const { data } = await call("GET /v1/organizations", { signal });
    return data
      .filter(({ policy }) => policy.zero_retention || !policy.history_allowed)
      .map(({ name }) => name);
  });
  return <>{words.noHistory(decided.data.value ?? [])}</>;
}

async function setPrivacyMode(isOn: boolean): Promise<void> {
  try {
    await call("PATCH /v1/me", { body: { privacy_mode: isOn } });
    await me.reload();
  } catch (error) {
    toastFault(error);
    return;
  }
  toast(isOn ? words.privacyTurnedOn : words.privacyTurnedOff, async () => {
    await call("PATCH /v1/me", { body: { privacy_mode: !isOn } });
    await me.reload();
  });
}
