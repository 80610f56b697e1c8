export interface Probe {
  ask(kind: string, route: string, ids: Record<string, string>): Promise<string>;
}

/** The app's client, with one function that asks for anything and says with which code it was refused. */
export async function probe(): Promise<string> {
  const client = new URL("../../src/dashboard/client", import.meta.url).pathname;
  const { outputs } = await Bun.build({
    entrypoints: ["/probe.ts"],
    target: "browser",
    files: {
      "/probe.ts": `
        import { call, downloadAddress } from "${client}/api.ts";
        import { upload } from "${client}/upload.ts";
        import { sendResumably } from "${client}/resumable-upload.ts";
        import { ownAddress } from "${client}/session.ts";
        const codeOf = async (answer) => answer.ok ? "ok" : (await answer.json()).error.code;
        const form = () => { const form = new FormData(); form.set("file", new Blob(["x"]), "x.wav"); return form; };
        export async function ask(kind, route, path) {
          if (kind === "call") {
            const isRead = route.startsWith("GET ");
            return call(route, { path, ...(!isRead && { body: {} }) }).then(() => "ok", (fault) => fault.code);
          }
          const own = { policyRevision: "", signal: new AbortController().signal, onProgress() {}, onSilence() {} };
          if (kind === "resumable")
            return sendResumably({ ...own, file: form().get("file"), address: null, onAddress() {} })
              .then(() => "ok", (fault) => fault.code);
          if (kind === "download") return codeOf(await fetch(downloadAddress(route, path)));
          if (kind === "stream") {
            const source = new EventSource(ownAddress(route));
            const isOpen = await new Promise((resolve) => {
              source.onopen = () => resolve(true);
              source.onerror = () => resolve(false);
            });
            source.close();
            return isOpen ? "ok" : codeOf(await fetch(ownAddress(route)));
          }
          return codeOf(await upload(route, { ...own, body: form(), headers: {}, onSent() {} }));
        }`,
    },
  });
  return (await outputs[0]?.text()) ?? "";
}
