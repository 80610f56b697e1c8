"""Puts the two exported networks into their model packs: copies them and writes each `pack.json` with sizes and checksums."""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

AMI = " It also learned from excerpts of the AMI Meeting Corpus (CC BY 4.0)."
PACKS = {
    "segmentation": {
        "id": "starter-speaker-segmentation",
        "kind": "pyannote_segmentation",
        "more": {"speech_threshold": 0.35},
        "learned_from": AMI,
        "description": "Small network that tells when up to three people talk within ten seconds; for trial and tests (see its card).",
    },
    "embedding": {
        "id": "starter-speaker-embedding",
        "kind": "speaker_embedding",
        "more": {"same_speaker_similarity": 0.8},
        "description": "Small network that tells whether two stretches of speech are one person's; for trial and tests (see its card).",
    },
}
SOURCE = "Trained from scratch for tiro on synthetic voices and free recordings of real ones; its card lists them."


def describe(path: Path, inside: str) -> dict[str, object]:
    """A file as a manifest names it."""
    content = path.read_bytes()
    return {"path": inside, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def main() -> None:
    """Fills both pack folders; their cards are there already."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--networks", type=Path, required=True, help="folder with segmentation.onnx and embedding.onnx")
    parser.add_argument("--models", type=Path, required=True, help="folder of model packs")
    parser.add_argument("--version", required=True)
    parser.add_argument("--only", nargs="+", choices=PACKS, default=list(PACKS))
    options = parser.parse_args()
    for name, about in PACKS.items():
        if name not in options.only:
            continue
        folder = options.models / about["id"]
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(options.networks / f"{name}.onnx", folder / "model.onnx")
        manifest = {
            "id": about["id"],
            "version": options.version,
            "description": about["description"],
            "kind": about["kind"],
            "languages": [],
            "sample_rate": 16_000,
            **about.get("more", {}),
            "files": {"model": describe(folder / "model.onnx", "model.onnx")},
            "card": describe(folder / "MODEL_CARD.md", "MODEL_CARD.md"),
            "licence": "Apache-2.0",
            "source": SOURCE + about.get("learned_from", ""),
        }
        (folder / "pack.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
