"""The plates that step through a learning, and those that cut one word, drawn for a reader's own text."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random, SystemRandom
from typing import Any

from .. import Corpus, bpe, dropout, render, unigram, wordpiece
from ..corpus import short
from ..render.reader import many
from ..render.yours import number, unpacked
from ..spelling import spell
from .plates import DRAWN, Drawn, Tell, telling

WORDS = 4  # whose lattices are drawn
LONGEST = 24  # characters of a word whose cuts are drawn
SEEDS = 1_000_000

Rules = Sequence[Mapping[str, Any]]


def merge_stepper(text: str, *, rules: Rules, words: str, steps: int, tell: Tell) -> Drawn:
    """The text merged by each of the book's rules, for at most `steps` merges.

    One merge more is learned where there is one: it says which pairs are commonest after the last.
    """
    corpus, told = Corpus.from_text(text, words), telling(tell, "Merging…", of=steps + 1)
    traces = {title: bpe.train(corpus, steps=steps + 1, on_step=told, **how) for title, how in _titled(rules)}
    merges = min(steps, max(len(trace.steps) for trace in traces.values()))
    html = render.merge_stepper(traces, drawn=DRAWN, steps=steps)
    return html, f"Your text is drawn: {many(len(corpus), 'different word')}, {many(merges, 'merge')}."


def count_and_score(text: str, *, rules: Rules, words: str, steps: int, tell: Tell) -> Drawn:
    """The text learned by count and by score, `steps` steps each."""
    corpus, choices = Corpus.from_text(text, words), {}
    for title, how in _titled(rules):
        both = []
        for name, learner in (("count", bpe), ("score", wordpiece)):
            told = telling(tell, f"Learning by {name}…", of=steps)
            own = {each: how[f"{name}_{each}"] for each in ("ties", "min_count")}
            both.append(learner.train(corpus, steps=steps, spelling=how["spelling"], on_step=told, **own))
        choices[title] = (both[0], both[1])
    tell(what="Ranking every pair at every step…")
    html = render.count_and_score(choices)
    return html, f"Your text is drawn: {many(len(corpus), 'different word')}, learned by count and by score."


def pruning_rounds(
    text: str,
    *,
    words: str,
    spelling: str,
    ties: str,
    unknown: bool,
    passes: int,
    keep: str,
    by: str,
    longer: int,
    tell: Tell,
) -> Drawn:
    """The text learned by Unigram, down to `longer` pieces besides the single symbols."""
    corpus = Corpus.from_text(text, words)
    tell(what="Listing every run of every word…")
    seed = unigram.seed(corpus, spelling)
    size = len({symbol for word in corpus for symbol in spell(word, spelling)}) + longer
    tell(done=0, of=max(1, len(seed) - size), what="Estimating and removing…")
    trace = unigram.train(
        corpus,
        size + unknown,
        spelling=spelling,
        ties=ties,
        unknown=unknown,
        seed=seed,
        passes=passes,
        keep=Fraction(keep),
        by=by,
        on_step=telling(tell, "Estimating and removing…", of=max(1, len(seed) - size)),
    )
    tell(what="Cutting every word at every round…")
    html = render.pruning_rounds(trace, drawn=DRAWN)
    return html, (
        f"Your text is drawn: {many(len(corpus), 'different word')}, {many(len(seed), 'piece')} in the seed, "
        f"{many(len(trace.rounds), 'round')}."
    )


def word_lattice(text: str, *, model: Mapping[str, Any], tell: Tell) -> Drawn:
    """The first words of the text, cut by the model of the book's plate."""
    words = list(Corpus.from_text(text))
    drawn = [_not_long(word) for word in words[:WORDS]]
    found = unpacked(model)
    if not isinstance(found, unigram.Unigram):
        raise TypeError("a lattice needs a model of Unigram")
    html = render.word_lattice(found, drawn)
    more = f", the first of {many(len(words), 'word')}" if len(words) > WORDS else ""
    return html, f"Drawn: {', '.join(drawn)}{more}."


def sampled_spellings(
    text: str,
    *,
    models: Sequence[Mapping[str, Any]],
    titles: Sequence[Mapping[str, Any]],
    draws: int,
    tell: Tell,
    seed: int | None = None,
) -> Drawn:
    """The first word of the text, drawn anew from the models of the book's plate; a seed repeats it."""
    word = _not_long(next(iter(Corpus.from_text(text))))
    seed = SystemRandom().randrange(SEEDS) if seed is None else seed
    samples: dict[str, Any] = {}
    for each in titles:
        model, chance, rng = unpacked(models[each["model"]]), number(each["chance"]), Random(seed)
        tell(what=f"Drawing: {each['title']}…")
        if isinstance(model, bpe.Merges):
            cuts = [dropout.segment(model, word, chance, rng) for _ in range(draws)]
            shares: Any = dropout.shares(model, word, chance)
        else:
            cuts = [model.sample(word, rng, temperature=float(chance)) for _ in range(draws)]
            shares = model.shares(word, temperature=float(chance))
        samples[each["title"]] = shares, cuts
    html = render.sampled_spellings(samples, word)
    return html, f"Drawn: {word}, {many(draws, 'time')} from each model, with the seed {seed}."


def _titled(rules: Rules) -> list[tuple[str, dict[str, Any]]]:
    """A title for each of the book's rules, and the rule without its own."""
    titles = [f"Your text: {rule['title']}" if len(rules) > 1 else "Your text" for rule in rules]
    return [
        (title, {name: value for name, value in rule.items() if name != "title"})
        for title, rule in zip(titles, rules, strict=True)
    ]


def _not_long(word: str) -> str:
    """The word, unless its cuts would be too many to draw."""
    if len(word) > LONGEST:
        raise ValueError(f"{short(word)} has {len(word):,} characters, and at most {LONGEST} can be drawn")
    return word
