"""Reads the binary trigram language model of Debian's package pocketsphinx-en-us (CMU, BSD licence).

Only its one- and two-word parts are taken. The file is a bit-packed trie over reversed word sequences; probabilities
are natural logarithms in units of 1e-4, quantised to 16 bits.
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
class SphinxBigrams:
    words: list[str]
    word_probability: np.ndarray
    first: np.ndarray
    second: np.ndarray
    probability: np.ndarray
    """Of `second` after `first`, pair by pair."""


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


def read_sphinx_bigrams(path: Path) -> SphinxBigrams:
    data = path.read_bytes()
    if not data.startswith(MAGIC) or data[len(MAGIC)] != 3:
        raise ValueError(f"{path} is not a trigram model in the trie format")
    at = len(MAGIC) + 1
    word_count, pair_count, triple_count = struct.unpack_from("<3I", data, at)
    at += 12 + 4
    pair_log = np.frombuffer(data, "<f4", BINS, at)
    at += 3 * 4 * BINS
    row = np.dtype([("log", "<f4"), ("back_off", "<f4"), ("next", "<u4")])
    single = np.frombuffer(data, row, word_count + 1, at)
    at += row.itemsize * (word_count + 1)
    word_bits, next_bits = word_count.bit_length(), triple_count.bit_length()
    row_bits = word_bits + 32 + next_bits
    # The rows after the last entry of the index are padding.
    second = np.repeat(np.arange(word_count), np.diff(single["next"].astype(np.int64)))
    pairs = PackedRows(np.frombuffer(data, np.uint8, packed_bytes(pair_count, row_bits), at), row_bits, len(second))
    at += packed_bytes(pair_count, row_bits) + packed_bytes(triple_count, word_bits + 16)
    (names_bytes,) = struct.unpack_from("<I", data, at)
    words = data[at + 4 : at + 4 + names_bytes].decode().split("\0")[:word_count]
    return SphinxBigrams(
        words=words,
        word_probability=np.exp(single["log"][:word_count] * LOG_UNIT),
        first=pairs.field(0, word_bits),
        second=second,
        probability=np.exp(pair_log[pairs.field(word_bits + 16, 16)] * LOG_UNIT),
    )
