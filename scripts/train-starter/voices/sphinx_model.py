"""Reads the acoustic model of Debian's package pocketsphinx-en-us (CMU, BSD licence): what the sounds of English look like
in the mouths of many real people, as Gaussians over cepstra.

The formats are those of pocketsphinx: bin_mdef.c (`mdef`), ms_gauden.c (`means`, `variances`), ptm_mgau.c (`sendump`). Only the
static cepstra are taken, not their changes in time.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

CEPSTRA = 13
BYTE_ORDER = 0x11223344
MIXTURE_UNIT = 1024 * np.log(1.0001)
"""Mixture weights are stored as negative logarithms to the base 1.0001, in steps of 1024."""


@dataclass(frozen=True)
class SphinxModel:
    phones: list[str]
    mean: np.ndarray
    """(phone, Gaussian, cepstrum)"""
    deviation: np.ndarray
    states: dict[tuple[int, int, int], np.ndarray]
    """(phone, its left and right neighbour) → the senones of its three states."""
    alone: list[np.ndarray]
    """The senones of each phone in no surroundings in particular."""
    weight: np.ndarray
    """(senone, Gaussian of its phone)"""

    def senones(self, phone: int, left: int, right: int) -> np.ndarray:
        return self.states.get((phone, left, right), self.alone[phone])


def read_gaussians(path: Path) -> np.ndarray:
    data = path.read_bytes()
    at = data.index(b"endhdr\n") + 7
    order, phones, streams, gaussians, *lengths = struct.unpack_from("<7i", data, at)
    if order != BYTE_ORDER or streams != 3 or lengths != [CEPSTRA] * 3:
        raise ValueError(f"{path} is not of three streams of {CEPSTRA} values")
    values = np.frombuffer(data, "<f4", phones * streams * gaussians * CEPSTRA, at + 32)
    return values.reshape(phones, streams, gaussians, CEPSTRA)[:, 0].astype(np.float64)


def read_weights(path: Path, gaussians: int, senones: int) -> np.ndarray:
    """The static stream comes first: for each Gaussian one byte of every senone."""
    data = path.read_bytes()
    # The rows stand at the end of the file, behind headers of differing length.
    rows = np.frombuffer(data, np.uint8)[-3 * gaussians * senones :].reshape(3, gaussians, senones)
    weight = np.exp(-MIXTURE_UNIT * rows[0].T.astype(np.float64))
    return weight / weight.sum(1, keepdims=True)


def read_sphinx_model(folder: Path) -> SphinxModel:
    data = (folder / "mdef").read_bytes()
    if data[:4] != b"BMDF":
        raise ValueError(f"{folder / 'mdef'} is not a binary model definition")
    at = 12 + struct.unpack_from("<i", data, 8)[0]
    base, phone_count, states, _, senones, _, sequences, _, tree, _ = struct.unpack_from("<10i", data, at)
    at += 40
    phones: list[str] = []
    names_from = at
    for _ in range(base):
        end = data.index(b"\0", at)
        phones.append(data[at:end].decode())
        at = end + 1
    at = names_from + -(-(at - names_from) // 4) * 4 + tree * 8
    entry = np.dtype([("sequence", "<i4"), ("transitions", "<i4"), ("position", "u1"), ("context", "u1", 3)])
    entries = np.frombuffer(data, entry, phone_count, at)
    at += entry.itemsize * phone_count + 4
    sequence = np.frombuffer(data, "<u2", sequences * states, at).reshape(sequences, states)
    # Where a phone stands in its word is left aside: the first entry for its neighbours is taken.
    triphones: dict[tuple[int, int, int], np.ndarray] = {}
    for row in entries[base:]:
        phone, left, right = (int(one) for one in row["context"])
        triphones.setdefault((phone, left, right), sequence[row["sequence"]])
    mean = read_gaussians(folder / "means")
    return SphinxModel(
        phones=phones,
        mean=mean,
        deviation=np.sqrt(read_gaussians(folder / "variances")),
        states=triphones,
        alone=[sequence[row["sequence"]] for row in entries[:base]],
        weight=read_weights(folder / "sendump", mean.shape[1], senones),
    )
