"""The part of wordfreq that chapters use, for browsers, where wordfreq itself cannot be installed.

The lists are wordfreq's own (by Robyn Speer, Apache-2.0; data CC BY-SA 4.0), written beside this file by the
build. It does not cut text into words: it knows the words of its lists, and says so of any other.
"""

import json
import math
import re
from functools import cache
from importlib.resources import files
from itertools import chain, islice

NUMBER = re.compile(r"\d[\d.,]+")  # wordfreq keeps no numbers of several digits


@cache
def get_frequency_list(lang: str, wordlist: str = "best") -> list[list[str]]:
    name = f"{lang}-{wordlist}.json"
    if not (files(__package__ or __name__) / name).is_file():
        raise LookupError(f"the list {wordlist!r} of {lang!r} is not on this site; install wordfreq for it")
    buckets: list[list[str]] = json.loads((files(__package__ or __name__) / name).read_text(encoding="utf-8"))
    return buckets


@cache
def get_frequency_dict(lang: str, wordlist: str = "best") -> dict[str, float]:
    buckets = get_frequency_list(lang, wordlist)
    return {word: 10 ** (-index / 100) for index, bucket in enumerate(buckets) for word in bucket}


def word_frequency(word: str, lang: str, wordlist: str = "best") -> float:
    share = get_frequency_dict(lang, wordlist).get(word)
    if share is None or NUMBER.match(word):
        raise LookupError(f"{word!r} is no word of the list on this site; install wordfreq to ask")
    share = 1 / (1 / share)  # as wordfreq does, to the last digit
    return round(share, math.floor(-math.log(share, 10)) + 3)


def top_n_list(lang: str, n: int, wordlist: str = "best") -> list[str]:
    words = chain.from_iterable(get_frequency_list(lang, wordlist))
    return list(islice((word for word in words if not NUMBER.match(word)), n))
