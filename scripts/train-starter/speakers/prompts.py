"""Lists recordings of known speakers that Debian packages carry: telephone prompts, spoken letters and names, games.

The packages are unpacked, not installed: `apt-get download NAME` and `dpkg-deb --extract NAME.deb FOLDER/NAME`, for NAME in
asterisk-core-sounds-{en,es,fr,it,ru}-g722, asterisk-prompt-es-co, asterisk-prompt-fr-armelle,
asterisk-prompt-it-menardi-wav, klettres-data, ktuberling-data, tuxpaint-stamps-default, hedgewars-data.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from pathlib import Path

LONGEST = 260
"""Of a speaker's files, only as many of the largest are looked at: short ones say little."""

MOST = 110
FEWEST = 20

ASTERISK_SPEAKERS = {
    "en_US_f_Allison": "allison",
    "es_MX_f_Allison": "allison",
    "fr_CA_f_June": "june",
    "it_IT_m_Carlo": "carlo",
    "ru_RU_f_IvrvoiceRU": "ivrvoice",
    "es": "es-co",
    "fr": "armelle",
    "it_IT_f_Menardi": "menardi",
}
HEDGEWARS_UNFIT = ("Robot", "Singer")
"""Effects more than voices."""
NO_SPEECH = ("tone", "beep", "music", "ascending")


def speakers(folder: Path) -> dict[str, list[Path]]:
    """Files of each speaker; KLettres, KTuberling and Tux Paint have one a language, as far as can be heard."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in folder.glob("asterisk*/usr/share/asterisk/sounds/**/*"):
        speech = "silence" not in path.parts and not any(word in path.name for word in NO_SPEECH)
        if path.suffix in (".wav", ".g722", ".gsm") and speech and not path.is_symlink():
            name = path.parts[path.parts.index("sounds") + 1]
            found[f"asterisk-{ASTERISK_SPEAKERS[name]}"].append(path)
    for path in folder.glob("klettres-data/usr/share/klettres/*/*/*.ogg"):
        found[f"klettres-{path.parts[-3]}"].append(path)
    for path in folder.glob("ktuberling-data/usr/share/ktuberling/sounds/*/*.*"):
        found[f"ktuberling-{path.parts[-2]}"].append(path)
    for path in folder.glob("hedgewars-data/**/voices/*/*.ogg"):
        if path.parts[-2] not in HEDGEWARS_UNFIT:
            found[f"hedgewars-{path.parts[-2]}"].append(path)
    for path in folder.glob("tuxpaint*/**/*_desc_*.ogg"):
        found[f"tuxpaint-{path.stem.rsplit('_', 1)[1]}"].append(path)
    return found


def main() -> None:
    """Writes `voice<TAB>path` lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="folder of unpacked packages")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with options.out.open("w") as lines:
        for voice, paths in sorted(speakers(options.packages).items()):
            largest = sorted(set(paths), key=lambda path: (-path.stat().st_size, path))[:LONGEST]
            chance.shuffle(largest)
            if len(largest) >= FEWEST:
                lines.writelines(f"{voice}\t{path}\n" for path in largest[:MOST])


if __name__ == "__main__":
    main()
