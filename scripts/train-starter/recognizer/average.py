#!/usr/bin/env python3
"""Mixes the averaged weights of two checkpoints of one training line: the mean is often better than either.

That holds where one was trained on from the other, so that no barrier lies between them (Wortsman et al., "Model soups", 2022).
"""
from __future__ import annotations

import argparse
from pathlib import Path

from model import load_averaged, save_checkpoint


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("earlier", type=Path)
    parser.add_argument("later", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--later-share", type=float, default=0.7)
    options = parser.parse_args()
    net, later = load_averaged(str(options.earlier)), load_averaged(str(options.later))
    weights = later.state_dict()
    for name, value in net.state_dict().items():
        value.lerp_(weights[name], options.later_share)
    save_checkpoint(str(options.output), net, net.state_dict())


if __name__ == "__main__":
    main()
