/**
 * The app installed: it keeps code (scripts, styles, typefaces) and the page that says that the server cannot be reached. Never
 * a page with a person in it, nor an answer of the API. What another app shares passes through its memory alone.
 *
 * The server writes `VERSION` and `FILES`, the names of this version's files, in front of it: each version is a worker of its
 * own. It takes over when the pages of the one before are closed; until then both keep what their pages load.
 */
const CODE = "tiro-code";
const OFFLINE = "/offline";
const SHARE = "/app/share";
const KEPT = /^\/(?:app\/)?assets\//;
/** So long does a page have to fetch what was shared, a log-in included: browsers end a worker that takes longer. */
const SHARED_MS = 4 * 60_000;

/** By the word that only the page knows for which it was shared. */
const shared = new Map();

self.addEventListener("install", (event) => event.waitUntil(keepOfflinePage()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === SHARE) event.respondWith(takeShared(event));
  else if (request.method !== "GET") return;
  else if (KEPT.test(pathname)) event.respondWith(codeOf(event));
  else if (request.mode === "navigate") event.respondWith(pageOf(event));
});
self.addEventListener("message", ({ data, ports: [port] }) => {
  const waiting = shared.get(data?.take);
  port?.postMessage(waiting?.files ?? []);
  waiting?.taken();
});

async function keepOfflinePage() {
  const cache = await caches.open(CODE);
  // Without a cookie, so that nobody is named in it.
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "no-store" });
  if (!page.ok) throw new Error(`${OFFLINE} answers ${page.status}`);
  const styles = [...(await page.clone().text()).matchAll(/href="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  await cache.put(OFFLINE, page);
  await cache.addAll(styles);
}

async function begin() {
  const cache = await caches.open(CODE);
  for (const kept of await cache.keys()) {
    const { pathname } = new URL(kept.url);
    if (pathname.startsWith("/app/assets/") && !FILES.includes(pathname.split("/").at(-1)))
      await cache.delete(kept);
  }
  await self.clients.claim();
}

/** A file never changes under its name. */
async function codeOf(event) {
  const { request } = event;
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") {
    const copy = answer.clone();
    event.waitUntil(
      // A full disk takes nothing: then it is fetched each time.
      caches
        .open(CODE)
        .then((cache) => cache.put(request.url, copy))
        .catch(() => {}),
    );
  }
  return answer;
}

async function pageOf({ request }) {
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await caches.match(OFFLINE, { ignoreVary: true });
    if (offline) return offline;
    throw error;
  }
}

async function takeShared(event) {
  const form = await event.request.formData();
  const files = form.getAll("recording").filter((each) => each instanceof File);
  const word = crypto.randomUUID();
  const fetched = new Promise((resolve) => {
    shared.set(word, { files, taken: resolve });
    setTimeout(resolve, SHARED_MS);
  });
  event.waitUntil(fetched.then(() => shared.delete(word)));
  return Response.redirect(`/app/recordings?shared=${word}`, 303);
}
