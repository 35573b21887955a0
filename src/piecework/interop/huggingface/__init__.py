"""Hugging Face's tokenizer.json, in and out: the parts of a pipeline by name, and a model with its ids.

Source: the Rust sources of `tokenizers` 0.23, which say what each part does. The mapping goes part by part,
and a part that the other side does not have is refused by name. Spelled "last-marked" is its
`end_of_word_suffix`, "continuation" its `continuing_subword_prefix`, "metaspace" its Metaspace, "bytes" its
ByteLevel. Its merges go by the lowest rank and ours by the order in which they were learned, which is the
same where a merge comes after all that make its parts; other lists are refused (order.py).

Both give the same ids for the same text. These texts are read otherwise there:

    a special token's name    is that token in any text; here only where `encode` is told to allow it
    other names               the unknown token of WordPiece, and that, bytes and added pieces of Unigram are
                              read where a text spells their names; here never
    a spelling's mark         in a text (⎵, ▁, or ## where a word begins) it is a character or a space; here
                              the word cannot be read, and is what the fallback makes of it
    characters new in Unicode normalize as each side's tables know them; its Punctuation knows Unicode 8, its
                              Digits Unicode 17 (what is written here cuts by Unicode 16, as `splitting` does)
    U+001C to U+001F          are no white space for its WhitespaceSplit and BertPreTokenizer
    equal cuts of Unigram     are decided by the rounding of sums there, except with scores from here
    a text that ends in a line break and other white space: by the pattern of Llama 3, and GPT-4's first, that
                              is two words, and one by "cl100k", as tiktoken has it since

Ids are decoded to the same text, where no special token is among them. Left out: what a post-processor adds
around a text, so `encode` gives what `encode(text, add_special_tokens=False)` gives there.
"""

import json

from ... import wordpiece
from ...model import UNKNOWN
from ...plain import typed
from ...spelling import SPACE
from ...stream import BYTES
from ...tokenizer import Tokenizer
from . import reading_model, reading_pipeline, writing
from .fields import cannot, field
from .parts import SPELLINGS, in_json


def to_huggingface(tokenizer: Tokenizer) -> str:
    """The tokenizer as the text of a tokenizer.json: `tokenizers.Tokenizer.from_str` reads it.

    It gives the same ids and decodes them to the same text, but for what the module says. With
    `fallback="error"` it raises an exception where this one does. Raises `ValueError` that names what such a
    file cannot say: coverage, a spelling that the kind of model does not have there, bytes to fall back to in
    WordPiece, an order of merges that it would not keep, ids with gaps in Unigram, and so on.

    >>> from piecework import tokenizer
    >>> text = to_huggingface(tokenizer.train("low lower", 258))
    >>> [json.loads(text)["model"]["type"], json.loads(text)["model"]["merges"]]
    ['BPE', [['l', 'o'], ['lo', 'w']]]
    """
    model, spelling = tokenizer.model, tokenizer.model.spelling
    if type(model) not in SPELLINGS:
        raise ValueError(
            f"Hugging Face merges, weighs pieces or takes the longest, and {type(model).__name__} does "
            'neither; train with learner="bpe", "unigram" or "wordpiece"'
        )
    if spelling not in SPELLINGS[type(model)]:
        raise ValueError(
            f"the model is spelled {spelling!r}, and {type(model).__name__} there can only be spelled "
            f"{', '.join(map(repr, SPELLINGS[type(model)]))}; train with one of these"
        )
    if spelling == "leading-space" and not {"space", "whitespace"}.intersection(tokenizer.splits):
        raise ValueError(
            "spelled leading-space, a word with a space inside cannot be read here, and would be there; "
            'put "space" among the splits'
        )
    spaces = "whitespace" not in tokenizer.splits
    if spelling == "metaspace" and tokenizer.fallback == "bytes" and spaces and SPACE not in model.alphabet:
        raise ValueError(
            f"the model has no piece {SPACE}, and a space would become the bytes of {SPACE} there; "
            "train on text with spaces"
        )
    vocab = {piece: tokenizer.id_of(piece) for piece in tokenizer.pieces}
    specials = dict(sorted(tokenizer.specials.items(), key=lambda item: item[1]))
    if spelling == "metaspace" and SPACE in specials:
        raise ValueError(
            f"the special token {SPACE!r} would be every space there; give the special token another name"
        )
    if same := [name for name in specials if name in vocab]:
        raise ValueError(
            f"the special token {same[0]!r} is also a piece, and Hugging Face has one id for one text; "
            "give the special token another name"
        )
    ids = [*sorted(vocab.values()), *specials.values()]
    if ids != list(range(len(ids))):  # in the model they keep any id; after it they are numbered anew
        vocab |= specials
    added = [
        {"id": one, "content": name}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        | {"special": True}
        for name, one in specials.items()
    ]
    parts = {
        "version": in_json("1.0"),
        "truncation": in_json(None),
        "padding": in_json(None),
        "added_tokens": in_json(added),
        "normalizer": in_json(writing.in_turn("normalizers", writing.normalizers(tokenizer))),
        "pre_tokenizer": in_json(writing.in_turn("pretokenizers", writing.splits(tokenizer))),
        "post_processor": in_json(None),
        "decoder": in_json(writing.in_turn("decoders", writing.decoder(tokenizer))),
        "model": writing.WRITE[type(model)](tokenizer, vocab),
    }
    return "{\n" + ",\n".join(f'"{name}": {value}' for name, value in parts.items()) + "\n}\n"


def from_huggingface(text: str) -> Tokenizer:
    """The tokenizer of a tokenizer.json, with its ids: as this library writes it, as the trainers of Hugging
    Face do, or as GPT-2 was published.

    The unknown token keeps its name and is no special token, even if the file says so; where the file has
    none, an unknown character is an error here, and silently dropped there. Another end-of-word suffix or
    continuing prefix is written as ours, so pieces may be called otherwise. Where merges are in no order,
    only those are kept that ever come up. A post-processor is not kept (see the module), and a WordPiece
    decoder's cleanup of decoded text is not done. Scores of Unigram are rounded to 2^-32 nats.

    All parts of Llama's files can be said, but not two things that are done with them: Llama 2's joins two
    spaces last of all, and longer runs of spaces before; Llama 3's takes some words at once that its merges
    never make (`ignore_merges`). BERT's cleans text as no normalizer here does.

    Raises `ValueError` that names the field for text that is no such file, and for what has no equal here;
    `TypeError` for what is no text. Cost: about a second for 50,000 merges, and twice that where merges must
    be sorted out.

    >>> from piecework import tokenizer
    >>> coder = tokenizer.train("low lower", 258, specials=["<s>"])
    >>> from_huggingface(to_huggingface(coder)) == coder
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"a tokenizer.json is text, not {type(text).__name__}; read it as UTF-8")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a tokenizer.json: this is not JSON ({error})") from error
    typed(dict, data, "the file")
    if data.get("version", "1.0") != "1.0":
        raise ValueError(f"version is {data['version']!r}; only 1.0 is known")
    for name in ("truncation", "padding"):
        if data.get(name) is not None:
            cannot(name, "encode never shortens or fills up; set it to null")
    model = field(dict, data, "model", "")
    kind = reading_model.kind_of(model)
    vocab = reading_model.vocabulary(model, kind)
    fallback, unknown = reading_model.unknowns(model, kind, vocab)
    own = {"bytes": BYTES, "unknown": (unknown,)}.get(fallback, ())
    specials = reading_model.special_tokens(data, vocab, unknown if fallback == "unknown" else None)
    normalizers, written = reading_pipeline.normalizers(data)
    splits, spelling = reading_pipeline.splits(data, normalizers, written, bool(specials))
    if fallback == "bytes" and unknown not in ("", *BYTES):
        specials.setdefault(unknown, vocab[unknown])
    apart = {*own, *specials}
    learned = {piece: one for piece, one in vocab.items() if piece not in apart}
    spelling = spelling or ("leading-space" if "space" in splits else "plain")
    ours, named = reading_model.READ[kind](model, learned, spelling)
    reading_pipeline.check_decoder(data, ours.spelling)
    reading_pipeline.check_post_processor(data)
    ids = {named.get(piece, piece): one for piece, one in vocab.items() if piece not in specials}
    every = tuple(ids[piece] for piece in (*own, *ours.vocabulary))
    usual = wordpiece.UNKNOWN if kind == "WordPiece" else UNKNOWN
    return Tokenizer(
        ours,
        tuple(normalizers),
        tuple(splits),
        fallback,
        specials,
        every,
        field(bool, model, "fuse_unk", "model", False) if kind == "BPE" else True,
        unknown if fallback == "unknown" and unknown != usual else None,
    )
