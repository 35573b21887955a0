"""From training to other people's libraries and back: after every link of the chain the ids are the same.

    train ── save ── load ── export ── the other library reads it ── encode ── decode
                         └── export ── import ── encode

Each model goes to every format that can say it: Hugging Face's file, tiktoken's, SentencePiece's. Texts are
the site's own chapters, of which a part is trained on, and the commonest words of all languages of wordfreq.
"""

from base64 import b64decode
from functools import cache
from pathlib import Path

import pytest
import sentencepiece
import tiktoken
import wordfreq
from tokenizers import Tokenizer as HuggingFace

from piecework import extending, files, tokenizer
from piecework.interop import (
    from_huggingface,
    from_sentencepiece,
    from_tiktoken,
    pattern,
    to_huggingface,
    to_sentencepiece,
    to_tiktoken,
)
from piecework.tokenizer import Tokenizer

pytestmark = pytest.mark.xdist_group("chain")  # what is trained is trained once
DOCS = Path(__file__).parents[2] / "docs"
SPECIALS = ("<|begin|>", "<|end|>")
CHAINS = {
    "bytes": dict(vocab_size=600),
    "bytes by GPT-4's pattern": dict(vocab_size=600, splits=["cl100k"]),
    "bytes by GPT-4o's pattern": dict(vocab_size=600, splits=["o200k"]),
    "bytes of normalized text": dict(vocab_size=500, normalizers=["NFC", "lowercase"]),
    "merges with spaces": dict(vocab_size=800, splits=["space"], spelling="metaspace", fallback="bytes"),
    "merges with an unknown token": dict(vocab_size=500, splits=["space"], spelling="metaspace"),
    "merges as in 2016": dict(vocab_size=500, splits=["whitespace"], spelling="last-marked"),
    "WordPiece": dict(
        vocab_size=500,
        learner="wordpiece",
        normalizers=["strip-accents", "lowercase"],
        splits=["whitespace", "punctuation"],
        spelling="continuation",
        longest_word=100,
    ),
    "Unigram": dict(
        vocab_size=500,
        learner="unigram",
        normalizers=["single-spaces", "prefix-space"],
        splits=["space"],
        spelling="metaspace",
    ),
    "Unigram with bytes": dict(splits=["space"], spelling="metaspace", fallback="bytes"),
}


NAMES = {"▁": "_", "⎵": "_", "##": "#", "<unk>": "unk", "[UNK]": "unk", "<0x": "0x"}


@cache
def texts():
    """Every chapter as a text, but for marks and names, which the book speaks of and formats differ on."""
    chapters = [path.read_text(encoding="utf-8")[:3000] for path in sorted(DOCS.rglob("*.md"))][:40]
    for name, instead in NAMES.items():
        chapters = [text.replace(name, instead) for text in chapters]
    known = sorted(wordfreq.available_languages("small"))
    return [*chapters, *(" ".join(wordfreq.top_n_list(one, 60, "small")) for one in known)]


@cache
def trained(name):
    if name == "Unigram with bytes":  # Unigram is slow to train
        return Tokenizer(trained("Unigram").model, splits=["space"], fallback="bytes", specials=SPECIALS)
    return tokenizer.train("\n".join(texts()[:40:8]), specials=SPECIALS, **CHAINS[name])


def through_a_file(coder, folder):
    coder.save(folder / "tokenizer.json")
    return Tokenizer.load(folder / "tokenizer.json")


def same(coder, other):
    for text in texts():
        assert other.encode(text).ids == coder.encode(text).ids


@pytest.mark.parametrize("name", CHAINS)
def test_to_hugging_face_and_back(name, tmp_path):
    coder = through_a_file(trained(name), tmp_path)
    assert coder == trained(name)
    files.write(tmp_path / "theirs.json", to_huggingface(coder))
    theirs = HuggingFace.from_file(str(tmp_path / "theirs.json"))
    assert theirs.get_vocab_size() == coder.size
    for text in texts():
        mine = coder.encode(text)
        assert theirs.encode(text).ids == mine.ids
        assert theirs.decode(mine.ids, skip_special_tokens=False) == coder.decode(mine.ids)
        assert not coder.lossless or coder.decode(mine.ids) == text
    text = "<|begin|>low<|end|> lower<|begin|>"
    assert theirs.encode(text).ids == coder.encode(text, "all").ids
    theirs.save(str(tmp_path / "again.json"))
    same(coder, through_a_file(from_huggingface((tmp_path / "again.json").read_text("utf-8")), tmp_path))


@pytest.mark.parametrize(
    "name", [name for name in CHAINS if name.startswith("bytes") and "normalized" not in name]
)
def test_to_tiktoken_and_back(name, tmp_path):
    coder = through_a_file(trained(name), tmp_path)
    data = to_tiktoken(coder)
    ranks = {b64decode(token): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    theirs = tiktoken.Encoding(
        "ours", pat_str=pattern(coder), mergeable_ranks=ranks, special_tokens=dict(coder.specials)
    )
    assert theirs.n_vocab == coder.size
    for text in texts():
        assert theirs.encode_ordinary(text) == coder.encode(text).ids
        assert theirs.decode(coder.encode(text).ids) == text
    assert theirs.encode("<|begin|>low", allowed_special="all") == coder.encode("<|begin|>low", "all").ids
    again = from_tiktoken(data, coder.splits, coder.specials)
    same(coder, again)
    same(coder, HuggingFace.from_str(to_huggingface(again)))


SPACED = [name for name, asked in CHAINS.items() if asked.get("spelling") == "metaspace"]


@pytest.mark.parametrize("name", SPACED)
def test_to_sentencepiece_and_back(name, tmp_path):
    """But for cuts of Unigram that are equally probable up to 32-bit floats (test_sentencepiece_files.py)."""
    coder = through_a_file(trained(name), tmp_path)
    data = to_sentencepiece(coder)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    again, different = from_sentencepiece(data), 0
    hugging_face = HuggingFace.from_str(to_huggingface(again))
    for text in texts():
        mine = coder.encode(text).ids
        different += theirs.encode(text) != mine
        assert hugging_face.encode(text).ids == again.encode(text).ids
        different += again.encode(text).ids != mine
    assert different <= (len(texts()) if coder.model.__class__.__name__ == "Unigram" else 0) / 10


def test_more_pieces_learned_later_go_the_same_way(tmp_path):
    old = trained("bytes")
    new = extending.extend(old, " ".join(texts()[-30:]), 100)
    assert new.size == old.size + 100
    coder = through_a_file(new, tmp_path)
    same(coder, HuggingFace.from_str(to_huggingface(coder)))
    assert from_huggingface(to_huggingface(coder)) == coder


def test_the_four_formats_of_one_tokenizer_give_one_list_of_ids(tmp_path):
    """Merges with spaces, in our own file and two others'; and what each import exports is the same again."""
    coder = trained("merges with spaces")
    ours = through_a_file(coder, tmp_path)
    a, b = from_huggingface(to_huggingface(coder)), from_sentencepiece(to_sentencepiece(coder))
    assert to_huggingface(a) == to_huggingface(coder)
    for text in texts():
        assert ours.encode(text).ids == a.encode(text).ids == b.encode(text).ids
