"""Reads the binary trigram language model of Debian's package pocketsphinx-en-us (CMU, BSD licence).

The file is a bit-packed trie over reversed word sequences; probabilities and back-off weights are natural logarithms in
units of 1e-4, quantised to 16 bits.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"Trie Language Model"
LOG_UNIT = 1e-4
BINS = 1 << 16


@dataclass(frozen=True)
class SphinxTrigrams:
    """Words are told by their place in `words`, contexts oldest word first. All logarithms are natural."""

    words: list[str]
    word_log: np.ndarray
    word_back_off: np.ndarray
    pairs: np.ndarray
    """Rows of two words."""
    pair_log: np.ndarray
    """Of the second word after the first."""
    pair_back_off: np.ndarray
    triples: np.ndarray
    triple_log: np.ndarray


class PackedRows:
    """Rows of a fixed number of bits, one after the other without gaps."""

    def __init__(self, packed: np.ndarray, row_bits: int, rows: int) -> None:
        self.packed = packed
        self.start = np.arange(rows, dtype=np.int64) * row_bits

    def field(self, offset: int, bits: int) -> np.ndarray:
        at = self.start + offset
        first_byte, shift = at >> 3, (at & 7).astype(np.uint64)
        value = np.zeros(len(at), np.uint64)
        for byte in range((bits + 14) // 8):
            value |= self.packed[first_byte + byte].astype(np.uint64) << np.uint64(8 * byte)
        return ((value >> shift) & np.uint64((1 << bits) - 1)).astype(np.int64)


def packed_bytes(rows: int, row_bits: int) -> int:
    return ((1 + rows) * row_bits + 7) // 8 + 8


def read_sphinx_trigrams(path: Path) -> SphinxTrigrams:
    data = path.read_bytes()
    if not data.startswith(MAGIC) or data[len(MAGIC)] != 3:
        raise ValueError(f"{path} is not a trigram model in the trie format")
    at = len(MAGIC) + 1
    word_count, pair_count, triple_count = struct.unpack_from("<3I", data, at)
    at += 12 + 4
    pair_log, pair_back_off, triple_log = np.frombuffer(data, "<f4", 3 * BINS, at).reshape(3, BINS) * LOG_UNIT
    at += 3 * 4 * BINS
    row = np.dtype([("log", "<f4"), ("back_off", "<f4"), ("next", "<u4")])
    single = np.frombuffer(data, row, word_count + 1, at)
    at += row.itemsize * (word_count + 1)
    word_bits, next_bits = word_count.bit_length(), triple_count.bit_length()
    row_bits = word_bits + 32 + next_bits
    # The trie is entered by the last word; the rows after the last entry of the index are padding.
    last = np.repeat(np.arange(word_count), np.diff(single["next"].astype(np.int64)))
    pairs = PackedRows(np.frombuffer(data, np.uint8, packed_bytes(pair_count, row_bits), at), row_bits, len(last) + 1)
    next_triple = pairs.field(word_bits + 32, next_bits)
    middle = pairs.field(0, word_bits)[:-1]
    at += packed_bytes(pair_count, row_bits)
    row_bits = word_bits + 16
    rows = np.frombuffer(data, np.uint8, packed_bytes(triple_count, row_bits), at)
    triples = PackedRows(rows, row_bits, int(next_triple[-1]))
    below = np.repeat(np.arange(len(last)), np.diff(next_triple))
    at += packed_bytes(triple_count, row_bits)
    (names_bytes,) = struct.unpack_from("<I", data, at)
    return SphinxTrigrams(
        words=data[at + 4 : at + 4 + names_bytes].decode().split("\0")[:word_count],
        word_log=single["log"][:word_count] * LOG_UNIT,
        word_back_off=single["back_off"][:word_count] * LOG_UNIT,
        pairs=np.stack([middle, last], 1),
        pair_log=pair_log[pairs.field(word_bits + 16, 16)[:-1]],
        pair_back_off=pair_back_off[pairs.field(word_bits, 16)[:-1]],
        triples=np.stack([triples.field(0, word_bits), middle[below], last[below]], 1),
        triple_log=triple_log[triples.field(word_bits, 16)],
    )
