# %% [markdown]
# # Lab 3: pruning a vocabulary
#
# [Unigram](../../families/unigram/) begins with too many pieces and drops the ones that it can spare. This
# lab does it in the simplest way that works, and asks what the text pays for each size.
#
# The page shows what each cell printed when the book was built. To work with it, download the lab, install
# `piecework`, and open it as a notebook or in any editor. Predict before you run.

# %%
from fractions import Fraction
from itertools import pairwise
from math import fsum, log

from piecework import bpe, corpora, measure, render, unigram
from piecework.spelling import spell

try:
    from IPython.display import HTML
except ImportError:  # run as a plain script, the lab prints its numbers and draws nothing
    HTML = str

words = corpora.load("lab-3")
print(*words)

# %% [markdown]
# Each word once, spelled as its letters and then `</w>` for its end. The seed holds every run of a few
# symbols, counted wherever it stands. Single symbols weigh more: the code counts each of their places again.


# %%
def seed_of(words, longest=5):
    """Every run of up to `longest` symbols with its count."""
    counts = {}
    for word in words:
        symbols = spell(word, "separate")
        for start in range(len(symbols)):
            for end in range(start + 1, min(start + longest, len(symbols)) + 1):
                piece = "".join(symbols[start:end])
                counts[piece] = counts.get(piece, 0) + (2 if end - start == 1 else 1)
    return counts


seed = seed_of(words)
alphabet = {symbol for word in words for symbol in spell(word, "separate")}
print(len(seed), "pieces, of which", len(alphabet), "are single symbols")
assert alphabet < set(seed)

# %% [markdown]
# A round cuts every word at its best, counts how often each piece is used, and removes the fifth of the
# vocabulary that is used least, though never a single symbol. The weights stay the seed's counts: nothing is
# re-estimated. What is left shares the probability of what went.


# %%
def pruned(size, by="usage", passes=0):
    """The trace of pruning down to so many pieces."""
    how = {"spelling": "separate", "ties": "first-seen", "keep": Fraction(4, 5)}
    return unigram.train(words, size, seed=seed, by=by, passes=passes, **how)


trace = pruned(20)
for done in trace.rounds:
    print(f"round {done.number}: {done.size} pieces, {done.tokens} tokens")
sizes = [done.size for done in trace.rounds]
assert sizes == sorted(sizes, reverse=True) and sizes[-1] == 20

# %% [markdown]
# ## Does every word stay readable?
#
# That is the first thing to ask of anything that throws pieces away.

# %%
hues = render.hues(trace)
rows = []
for word in words:
    cuts = [trace.model_at(size).segment(word) for size in (40, 25, 20)]
    print(f"{word:6}", " | ".join(" ".join(cut) for cut in cuts))
    rows.append([word, *(render.chips(cut, hues) for cut in cuts)])
for size in sizes:
    for word in words:
        assert "".join(trace.model_at(size).segment(word)) == word + "</w>"
assert len(trace.model_at(25).segment("low")) == 1 < len(trace.model.segment("low"))
HTML(render.table(["word", "40 pieces", "25", "20"], rows))

# %% [markdown]
# It does, at every size, because single symbols are never removed. Between the last sizes of the table some
# words fall into letters, *low* among them.
#
# ## Predict
#
# The *log-likelihood* adds up the logarithms of the words' best cuts. The nearer to nought, the more probable
# the model finds the text. A smaller vocabulary has fewer ways to say things.
#
# **Predict:** from the seed down to the alphabet, does the log-likelihood fall all the way? Draw the curve on
# paper before you look.


# %%
def log_likelihood(model):
    """Of the words under their best cuts, in nats."""
    return fsum(log(model.nbest(word, 1)[0][1]) for word in words)


for size in (40, 25, 20):
    print(f"{size} pieces: {log_likelihood(pruned(size).model):.2f}")
assert log_likelihood(pruned(25).model) > log_likelihood(pruned(40).model) > log_likelihood(pruned(20).model)
assert f"{log_likelihood(pruned(40).model):.2f}" == "-73.33"
assert f"{log_likelihood(pruned(20).model):.2f}" == "-89.05"

# %% [markdown]
# Between the first and the last it falls, as one would think. But the one in the middle is better than both.
# Now every size:

# %%
deep = pruned(len(alphabet))
curve = {size: log_likelihood(deep.model_at(size)) for size in range(len(alphabet), len(seed) + 1)}
best = max(curve, key=curve.get)
print(f"best at {best} pieces: {curve[best]:.2f}; all {len(seed)}: {curve[len(seed)]:.2f}")
chart = render.line_chart(
    {"log-likelihood": curve},
    "pieces in the vocabulary",
    "log-likelihood, in nats",
    "Fewer pieces are better, until they are worse",
    f"From the seed's {len(seed)} pieces down, the curve rises to {best} pieces and then falls steeply.",
    "lab3-likelihood",
)
assert min(curve) < best < max(curve) and curve[best] > curve[len(seed)] + 5
falls = [size for size in range(best, len(seed)) if curve[size] < curve[size + 1]]
assert not falls
HTML(chart)

# %% [markdown]
# It *rises* for most of the way. With fewer pieces the same words become more probable. Only when the
# vocabulary is small does each piece lost hurt, and then it hurts at once.
#
# ## Why it rises
#
# A piece that nobody uses still has its share of the probability. Remove it, and the others get the share.

# %%
free = [step for step in deep.steps if step.score == 0]
print(len(free), "of", len(deep.steps), "removed pieces were used by no word when their round began")
total = sum(seed.values())
idle = sum(seed[step.symbol] for step in free)
print(f"together they held {idle / total:.0%} of the probability")
assert len(free) > len(deep.steps) / 2 and idle / total > 0.2
assert deep.at(best).steps[-1].score == 0

# %%
tokens = {size: measure.tokens(deep.model_at(size), words) for size in curve}
fixed = {size: count for size, count in tokens.items() if count == tokens[len(seed)]}
print(f"{tokens[len(seed)]} tokens from {len(seed)} pieces down to {min(fixed)}")
print(f"{tokens[min(curve)]} at the end")
chart = render.line_chart(
    {"tokens": tokens},
    "pieces in the vocabulary",
    "tokens for the words",
    "The tokens do not move until late",
    f"Flat from {len(seed)} pieces down to {min(fixed)}, then a steep rise.",
    "lab3-tokens",
    zero=True,
)
assert min(fixed) == best
HTML(chart)

# %% [markdown]
# Both curves turn at the same size. While the tokens stand still, pruning clears away what is idle. From
# the turn on every removal makes some word longer. So here a likelihood that rises while you prune says that
# the text does not pay yet.
#
# ## Rank by loss, and re-estimate
#
# The full method, that of [Unigram](../../families/unigram/), does more. It ranks a piece by its *loss*: what
# the text would lose without it, not how often it is used. And in every round EM *re-estimates* the weights.
#
# **Predict:** at the smallest size of our table, which of these changes saves more tokens? Do both together
# save more still?

# %%
variants = {
    "by usage": pruned(20),
    "by loss": pruned(20, by="loss"),
    "by usage, with EM": pruned(20, passes=2),
    "by loss, with EM": pruned(20, by="loss", passes=2),
}
merging = bpe.train(words, vocab_size=20, spelling="separate", min_count=1)
for name, variant in variants.items():
    print(f"{name:17} {variant.tokens} tokens, log-likelihood {log_likelihood(variant.model):.1f}")
print(f"{'merging':17} {merging.tokens} tokens")
scores = {name: variant.tokens for name, variant in variants.items()}
assert len({count for name, count in scores.items() if name != "by usage"}) == 1
assert scores["by loss"] < scores["by usage"] < merging.tokens
lifted = {name: log_likelihood(variant.model) for name, variant in variants.items()}
assert lifted["by usage, with EM"] - lifted["by loss"] > 20 > lifted["by loss"] - lifted["by usage"]
bars = render.bar_chart(
    [*scores.items(), ("merging", merging.tokens)],
    "Tokens of the words at the smallest size",
    winner=None,
)
HTML(bars)

# %% [markdown]
# Either change saves the same tokens, and both together save no more. Ranking by loss sees that a word may
# depend on a piece that is seldom used. Only re-estimation lifts the likelihood by much. Without it, the
# probabilities come from counting every run everywhere, and not from the cuts that are used.
#
# ## Exercises
#
# Each checker takes your own answer and judges it. Replace `...` and run the cell.


# %%
def judge(answer, right, far="not yet"):
    """Say whether an answer is right, and before there is one, say nothing more."""
    if answer is ...:
        return "no answer yet"
    return "right" if answer == right() else far


# %% [markdown]
# **The turn.** At how many pieces do these words begin to take more tokens than with the whole seed?


# %%
def turn():
    return min(fixed) - 1


my_turn = ...
print(judge(my_turn, turn))

# %% [markdown]
# **The survivors.** Which longer pieces are left at the smallest size of the table, by usage? Give a set.


# %%
def survivors():
    return set(pruned(20).learned)


my_survivors = ...
print(judge(my_survivors, survivors))

# %% [markdown]
# **Gentle or rough.** Rank by loss, without re-estimation, and prune in one go instead of a fifth a round
# (`keep=0`). How many tokens more or fewer does that cost at the smallest size of the table? The answer gives
# the price by usage too.


# %%
def in_one_go(by="loss"):
    how = {"spelling": "separate", "ties": "first-seen", "seed": seed, "by": by, "passes": 0}
    return unigram.train(words, 20, keep=0, **how).tokens - pruned(20, by=by).tokens


my_price = ...
print(judge(my_price, in_one_go))

# %% [markdown]
# ### Answers
#
# Folded, so that you need not see them before you have tried.

# %%
answers = {
    "The turn": f"At {turn()} pieces.",
    "The survivors": f"{' '.join(sorted(survivors()))}.",
    "Gentle or rough": f"By loss {in_one_go():+} tokens, by usage {in_one_go('usage'):+}. A piece has little "
    "loss while others can stand in for it, and in one go they leave together.",
}
assert in_one_go() > 0 == in_one_go("usage")
assert judge(turn(), turn) == "right" != judge(turn() + 1, turn)
assert judge(survivors(), survivors) == "right" != judge(set(), survivors)
assert all(tokens[b] >= tokens[a] for b, a in pairwise(sorted(tokens)))
HTML("".join(f"<details><summary>{name}</summary><p>{text}</p></details>" for name, text in answers.items()))

# %% [markdown]
# ## What you have seen
#
# - As long as single symbols stay, every word can be read, however much is pruned.
# - The log-likelihood is no simple price of a small vocabulary. It rises while idle pieces go, and falls once
#   used ones do.
# - Tokens tell the same story more plainly: no change for a long time, and then a steep rise.
# - The ranking matters for tokens, and re-estimation for the likelihood too.
#
# Next: [one word, many spellings](../../families/sampling/).
