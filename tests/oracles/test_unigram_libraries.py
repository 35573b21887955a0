"""Unigram against the two libraries in wide use: how they cut with given pieces, and what one learns.

Hugging Face     sums log-probabilities as 64-bit floats
sentencepiece    as 32-bit floats, with its own trainer's scores

Both go through the ends of a word as we do and prefer the longer last piece. So they may differ from us in
one way only, where two cuts are equally probable and their sums are not, as floats. Both join unknown symbols
that stand together.

What sentencepiece learns is another vocabulary, since its trainer has rules of its own. The tests put these
rules in one after the other, and say how much is shared by then.
"""

import io
from collections import Counter, defaultdict
from functools import cache
from itertools import groupby
from math import log

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import english
from tokenizers import Tokenizer, models

from piecework import corpora, lattice, unigram
from piecework.lattice import SCALE, UNKNOWN

SIZE = 500


def lines(text):
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@cache
def halves():
    """Real text in two parts, as lines."""
    text = lines(english(80_000))
    return text[: len(text) // 2], text[len(text) // 2 :]


def counted(text):
    """Its words as sentencepiece sees them: each with its space, which is a symbol."""
    return Counter("▁" + word for line in text for word in line.split(" "))


@cache
def ours():
    return unigram.train(counted(halves()[0]), SIZE, "plain").model


def fused(pieces):
    """Pieces and whether each is unknown; unknown ones that stand together made one, as both libraries do."""
    runs = [(unknown, list(run)) for unknown, run in groupby(pieces, key=lambda piece: piece[1])]
    return [
        text
        for unknown, run in runs
        for text in (["".join(text for text, _ in run)] if unknown else [text for text, _ in run])
    ]


def cut(word, scores):
    """How we cut a word, given whole-number scores of pieces; unknown symbols joined. And the cut's score."""
    numbers = {piece: number for number, piece in enumerate(scores)}
    edges = lattice.lattice(tuple(word), numbers, max(map(len, scores)), "plain")
    path = lattice.best(edges, [*scores.values(), 0])
    return fused([(word[start:end], number == UNKNOWN) for start, end, number in path])


def agree(word, mine, theirs, scores, nats):
    """Whether two cuts are one, or equally probable up to the rounding of floats."""
    assert "".join(theirs) == word
    known = [sum(scores.get(piece, 0) for piece in pieces) for pieces in (mine, theirs)]
    assert known[0] >= known[1] and known[0] - known[1] <= nats * SCALE, (word, mine, theirs)
    return mine == theirs


def differences(words, scores, encode, nats):
    """The words that a library cuts otherwise, each time into pieces that are as probable."""
    return [word for word in words if not agree(word, cut(word, scores), encode(word), scores, nats)]


# ------------------------------------------------------------------------------------------ Hugging Face
HF_NATS = 1e-9


def hugging_face(probabilities):
    vocabulary = [("<unk>", 0.0), *((piece, log(share)) for piece, share in probabilities.items())]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=0, byte_fallback=False))
    return lambda word: tokenizer.encode(word).tokens


def probabilities(model):
    return {piece: float(model.probability(piece)) for piece, _ in model.weights}


def scored(probabilities):
    return {piece: lattice.score(log(share)) for piece, share in probabilities.items()}


def test_hugging_face_cuts_real_text_as_we_do():
    shares = probabilities(ours())
    words = set(counted(halves()[0] + halves()[1]))
    assert any(not set(word) <= set(ours().alphabet) for word in words)
    different = differences(sorted(words), scored(shares), hugging_face(shares), HF_NATS)
    assert len(different) <= len(words) / 1000, different


longer = st.lists(st.text("ab", min_size=2, max_size=5), max_size=8, unique=True)
texts = st.text("aaabbb", min_size=1, max_size=30) | st.text("abxy漢", min_size=1, max_size=20)


@st.composite
def models_(draw):
    names = ["a", "b", *draw(longer)]
    weights = draw(st.lists(st.integers(1, 5), min_size=len(names), max_size=len(names)))
    return unigram.Unigram(("a", "b"), tuple(zip(names, weights, strict=True)), "plain")


@settings(deadline=None)
@given(models_(), texts)
def test_hugging_face_cuts_any_text_as_we_do(model, text):
    shares = probabilities(model)
    mine = cut(text, scored(shares))
    assert mine == fused([(piece, piece not in "ab" and len(piece) == 1) for piece in model.segment(text)])
    agree(text, mine, hugging_face(shares)(text), scored(shares), HF_NATS)


@pytest.mark.parametrize("name, size", [("hugs", 12), ("four-words", 20), ("sentences", 130), ("alice", 400)])
def test_hugging_face_cuts_the_words_of_the_book_as_we_do(name, size):
    """All of them: in these corpora no two best cuts tie but as floats do."""
    corpus = {word.strip(): count for word, count in corpora.load(name).items()}
    shares = probabilities(unigram.train(corpus, size, "plain").model)
    assert differences(corpus, scored(shares), hugging_face(shares), HF_NATS) == []


def test_equal_cuts_are_where_floats_may_differ():
    """In the example of the course `pug` has two best cuts and `hugs` three: a long last piece decides."""
    hugs = corpora.load("hugs")
    seed = unigram.seed(hugs, "plain", whole_words=False)
    shares = probabilities(unigram.train(hugs, 15, "plain", seed=seed, passes=0).model)
    encode = hugging_face(shares)
    assert (encode("pug"), encode("hugs")) == (["p", "ug"], ["h", "ugs"])
    assert (cut("pug", scored(shares)), cut("hugs", scored(shares))) == (["p", "ug"], ["h", "ugs"])
    assert encode("hxyug") == cut("hxyug", scored(shares)) == ["h", "xy", "ug"]


# ----------------------------------------------------------------------------------------- sentencepiece
SPM_NATS = 1e-4  # its sums of 32-bit floats go up to a thousand


def by_sentencepiece(text, size):
    """Its model. It is asked to leave the text alone, and to keep every character."""
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text),
        model_writer=out,
        model_type="unigram",
        vocab_size=size + 1,  # with its unknown token
        normalization_rule_name="identity",
        character_coverage=1.0,
        split_by_unicode_script=False,
        split_by_number=False,
        bos_id=-1,
        eos_id=-1,
        num_threads=1,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())


@cache
def theirs():
    return by_sentencepiece(halves()[0], SIZE)


def scores_of(model):
    return {model.id_to_piece(i): lattice.score(model.get_score(i)) for i in range(1, len(model))}


def encoder(model):
    return lambda word: model.encode(word.removeprefix("▁"), out_type=str)


def test_sentencepiece_cuts_real_text_as_we_do_with_its_pieces():
    words = set(counted(halves()[0] + halves()[1]))
    different = differences(sorted(words), scores_of(theirs()), encoder(theirs()), SPM_NATS)
    assert len(different) <= len(words) / 1000, different


@settings(deadline=None)
@given(st.text("etaoinshrdlu.,()_", min_size=1, max_size=40) | st.text("the漢字é", min_size=1, max_size=12))
def test_sentencepiece_cuts_any_text_as_we_do_with_its_pieces(text):
    word = "▁" + text
    agree(word, cut(word, scores_of(theirs())), encoder(theirs())(word), scores_of(theirs()), SPM_NATS)


def test_sentencepiece_keeps_scores_that_are_no_logarithms_of_probabilities():
    """Digamma takes from rare pieces, so that they sum to less than 1: what `Unigram` normalizes away.

    Every piece of a cut gains by that, so long cuts gain more: a few words come out otherwise.
    """
    shares = {piece: 2.718281828459045 ** (score / SCALE) for piece, score in scores_of(theirs()).items()}
    assert 0.9 < sum(shares.values()) < 1


# ------------------------------------------------------------------------------- what the trainers learn
def branching(text):
    """The runs that two different symbols follow somewhere: the inner nodes of a suffix tree."""
    after = defaultdict(set)
    for line in text:
        stream = "▁" + line.replace(" ", "▁") + "\n"
        at = 0
        for word in line.split(" "):
            for start in range(at, at + len(word) + 1):
                for end in range(start + 1, min(start + 16, at + len(word) + 1) + 1):
                    after[stream[start:end]].add(stream[end])
            at += len(word) + 1
    return {run for run, symbols in after.items() if len(symbols) > 1}


def digamma(x):
    """By its asymptotic series, from 7 up."""
    if x < 7:
        return digamma(x + 1) - 1 / x
    return log(x) - 1 / (2 * x) - 1 / (12 * x**2) + 1 / (120 * x**4) - 1 / (252 * x**6)


def by_its_rules(corpus, seed, size):
    """The vocabulary by sentencepiece's trainer as it is published, on our lattices.

    Seed weights are counts times lengths; weights are exponentials of digamma; what is expected less than
    half a time goes, and so does, at a ranking, what no best cut uses or what is itself cut better. Losses
    are estimated from the second-best cut of a piece and from how often the best cuts use that cut's pieces.
    Pruning stops at 1.1 times the size, and the best pieces are taken. A symbol that went may still stand
    for itself, at a price.
    """
    names = list(seed)
    numbers = {name: number for number, name in enumerate(names)}
    symbols = {numbers[symbol] for word in corpus for symbol in word}
    words = [(lattice.lattice(tuple(word), numbers, 16, "plain"), n) for word, n in sorted(corpus.items())]
    logs = {numbers[run]: log(count * len(run)) for run, count in seed.items()}
    logs = {piece: one - lattice.log_sum(list(logs.values())) for piece, one in logs.items()}
    enough = int((size + 1) * 1.1)

    def usable():
        return logs | dict.fromkeys(symbols - logs.keys(), min(logs.values()) - 10)

    while len(logs) > enough:
        for _ in range(2):
            expected, weights = Counter(), usable()
            words = [(lattice.thinned(edges, weights.keys()), n) for edges, n in words]
            for edges, n in words:
                for (_, _, piece), share in lattice.marginals(edges, weights)[1]:
                    expected[piece] += n * share
            kept = [piece for piece in logs if expected[piece] >= 0.5]
            every = digamma(sum(expected[piece] for piece in kept))
            logs = {piece: digamma(expected[piece]) - every for piece in kept}
        scores = {piece: lattice.score(one) for piece, one in usable().items()}
        present = {names[piece]: piece for piece in scores}
        used, losses, kept = Counter(), [], []
        for edges, n in words:
            for *_, piece in lattice.best(lattice.thinned(edges, scores.keys()), scores):
                used[piece] += n
        every = sum(used[piece] for piece in logs)
        for piece in logs.keys() & used.keys():
            one, *others = lattice.nbest(
                lattice.lattice(tuple(names[piece]), present, 16, "plain"), scores, 2
            )
            if not others:
                kept.append(piece)
            elif len(one[1]) == 1:
                instead = [other for *_, other in others[0][1]]
                then = log(every + used[piece] * (len(instead) - 1))
                by_others = sum(log(used[other] + used[piece]) - then for other in instead)
                losses.append(
                    (used[piece] * (by_others - log(used[piece]) + log(every)), names[piece], piece)
                )
        most = max(enough, int(0.75 * len(logs)))
        kept += [piece for *_, piece in sorted(losses)[: most - len(kept)]]
        logs = {piece: logs[piece] for piece in kept}
    rest = sorted(logs.keys() - symbols, key=lambda piece: -logs[piece])
    return {names[piece] for piece in [*symbols, *rest][:size]}


def first(model, size):
    """The vocabulary of the symbols and the most probable pieces."""
    return set(model.vocabulary[:size])


def test_what_sentencepiece_learns_beside_us():
    """Two thirds of its pieces are ours; four fifths if we start from its seed; nearly all by all its rules.

    Most of the difference is the seed: a suffix tree has no node for a run that is always followed by the
    same symbol, so such a run is no candidate, and more than two thirds of ours are such runs.
    """
    home, away = map(counted, halves())
    seed, inner = unigram.seed(home, "plain"), branching(halves()[0])
    nodes = {run: count for run, count in seed.items() if len(run) == 1 or run in inner}
    assert len(nodes) < len(seed) / 3
    learned = scores_of(theirs())
    from_nodes = unigram.train(home, SIZE * 11 // 10, "plain", seed=nodes)
    shares = {
        "ours": first(ours(), SIZE),
        "its seed": first(unigram.train(home, SIZE, "plain", seed=nodes).model, SIZE),
        "its last choice too": first(from_nodes.model, SIZE),
        "all its rules": by_its_rules(home, nodes, SIZE),
    }
    assert {len(pieces) for pieces in shares.values()} == {SIZE}
    shared = {name: len(learned.keys() & pieces) / SIZE for name, pieces in shares.items()}
    print(shared)
    assert 0.55 < shared["ours"] < 0.75 < shared["its seed"] < shared["its last choice too"]
    assert 0.9 < shared["all its rules"] < 1

    def tokens(corpus, scores):
        return sum(count * len(cut(word, scores)) for word, count in corpus.items())

    mine = scored(probabilities(ours()))
    print(tokens(home, mine) / tokens(home, learned), tokens(away, mine) / tokens(away, learned))
    assert 0.99 < tokens(home, mine) / tokens(home, learned) < 1.01
    assert 1.02 < tokens(away, mine) / tokens(away, learned) < 1.1
