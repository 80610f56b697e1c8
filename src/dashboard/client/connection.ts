/**
 * Whether the device has a network, as the browser reports it. It is shown and never decides whether something is sent: a
 * server on the same device answers without any.
 */
import { signal } from "@preact/signals";

export const isOffline = signal(!navigator.onLine);

for (const event of ["online", "offline"])
  addEventListener(event, () => {
    isOffline.value = !navigator.onLine;
  });
