/** The two packs that distinguish speakers. */
import { TiroError } from "../lib/errors.ts";
import { checksumOf } from "./announced.ts";
import { BUILTIN_EMBEDDING_ID, BUILTIN_SEGMENTATION_ID } from "./builtin.ts";
import { findPack, type PackPlaces } from "./choose-pack.ts";
import { type Pack, packFiles } from "./load-pack.ts";
import type { Manifest } from "./manifest.ts";

/**
 * The packs asked for, otherwise the built-in ones.
 * @throws `no_model_installed` if one of them is not installed or is a pack for something else.
 */
export function chooseSpeakerPacks(
  places: PackPlaces,
  {
    segmentation: wantedSegmentation = BUILTIN_SEGMENTATION_ID,
    embedding: wantedEmbedding = BUILTIN_EMBEDDING_ID,
  }: { segmentation?: string | undefined; embedding?: string | undefined },
): {
  /** Names of both packs. */
  id: string;
  segmentation: string;
  embedding: string;
  windowSeconds: number;
  /** How sure the voice-activity detector must be of speech; null if the segmentation network judges alone. */
  speechThreshold: number | null;
  /** The embedding pack's `same_speaker_similarity`. */
  similarity: number;
  /** Of both packs. */
  checksum: string;
} {
  const segmentation = packOfKind(places, wantedSegmentation, "pyannote_segmentation");
  const embedding = packOfKind(places, wantedEmbedding, "speaker_embedding");
  return {
    id: `${segmentation.pack.name} ${embedding.pack.name}`,
    segmentation: modelPath(segmentation.pack),
    embedding: modelPath(embedding.pack),
    windowSeconds: segmentation.manifest.window_seconds,
    speechThreshold: segmentation.manifest.speech_threshold ?? null,
    similarity: embedding.manifest.same_speaker_similarity,
    checksum: checksumOf([segmentation.pack, embedding.pack]),
  };
}

function packOfKind<K extends Manifest["kind"]>(places: PackPlaces, wanted: string, kind: K) {
  const pack = findPack(places, wanted);
  const { manifest } = pack;
  if (manifest.kind === kind) return { pack, manifest: manifest as Extract<Manifest, { kind: K }> };
  throw new TiroError("no_model_installed", "The configured model pack does not distinguish speakers.", {
    hint: `${pack.name} is of the kind ${manifest.kind}, and ${kind} is needed.`,
  });
}

function modelPath(pack: Pack): string {
  return packFiles(pack).model as string;
}
