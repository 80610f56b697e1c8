/** A live stream of an engine with one model. */
import { limits } from "../config/limits.ts";
import { CarriedLive } from "./carried-live.ts";
import type { Hosts } from "./hosts.ts";
import type { LiveOptions, LiveSettings, LiveStream } from "./live.ts";
import type { LiveLoad } from "./live-load.ts";
import type { HostLiveSettings } from "./live-protocol.ts";
import type { ModelSpec } from "./model-spec.ts";
import { type RecognizedBy, wishesFor } from "./recognition.ts";

/** @throws TiroError `engine_unavailable` if the load admits no more, or no host ever will take it. */
export function openLive(
  hosts: Hosts,
  load: LiveLoad,
  options: LiveOptions,
  model: RecognizedBy & Pick<ModelSpec, "kind">,
): LiveStream {
  options.signal?.throwIfAborted();
  if (options.mustAdmit !== true) load.requirePlace(expectedShare(model));
  if (hosts.state === "failed" || hosts.state === "stopped") throw hosts.unavailable();
  const settings = settingsFor(options, model);
  const stream = new CarriedLive(
    {
      open: (startSample, live, listener, signal) => {
        const { language, hotwords, phrases } = live.settings;
        const opening = { isText: false, startSample, language, hotwords, phrases, live };
        return hosts.open({ lane: "interactive", ...opening }, listener, signal);
      },
      onHeard: (heard) => load.measure(heard),
      onOver: () => load.remove(stream),
    },
    settings,
    options.signal,
  );
  load.add(stream);
  let wanted: LiveSettings = options;
  return {
    append: (samples) => stream.append(samples),
    commit: () => stream.commit(),
    clear: () => stream.clear(),
    configure: (changed) => {
      wanted = { ...wanted, ...changed };
      stream.configure(settingsFor(wanted, model));
    },
    end: () => stream.end(),
    close: () => stream.close(),
    events: stream.events,
    get position() {
      return stream.position;
    },
  };
}

/** The expected processor share of a stream: a model that hears speech as it comes decodes nothing twice. */
export function expectedShare({ kind }: Pick<ModelSpec, "kind">): number {
  return kind.startsWith("streaming_") ? limits.liveExpectedStreamingShare : limits.liveExpectedShare;
}

function settingsFor(options: LiveSettings, model: RecognizedBy): HostLiveSettings {
  const { endpointing, holdBackMs = 0, partials } = options;
  return { ...wishesFor(model, options), endpointing, holdBackMs, partials };
}
