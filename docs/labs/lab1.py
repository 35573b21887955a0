# %% [markdown]
# # Lab 1: merges against tokens
#
# A learner that merges has one dial: how many merges it may learn. More merges, fewer tokens; that much is
# plain. In this lab you find out how many fewer, for which words, and where the dial stops helping.
#
# The page shows what each cell printed when the book was built. To work with it, download the lab, run `pip
# install piecework`, and open it as a notebook or in any editor. Predict before you run; the cells will
# tell you how near you were.

# %%
from itertools import pairwise

from piecework import Corpus, bpe, corpora, measure, render

try:
    from IPython.display import HTML
except ImportError:  # run as a plain script, the lab prints its numbers and draws nothing
    HTML = str

corpus = corpora.load("lab-1")
print(corpus)

# %% [markdown]
# A handful of words with counts. Each word is [spelled](../../merging/step-by-step/) as its letters and then
# a symbol of its own, `</w>`, for its end. Of equally common pairs the one met first is joined.


# %%
def model_after(merges):
    """What merging knows after so many merges."""
    return bpe.train(corpus, steps=merges, spelling="separate", ties="first-seen").model


for merges in (0, 1, 2, 3):
    print(merges, model_after(merges).segment("newest"))
assert model_after(0).segment("newest") == [*"newest", "</w>"]

# %% [markdown]
# ## Predict
#
# Read every distinct word once and add up the tokens. Without merges that is every letter and an end for
# each word. Write down what you expect after some merges. Our own guess below is the laziest one: every
# merge saves as much as any other.

# %%
dial = (0, 5, 10, 15)
once = Corpus({word: 1 for word in corpus})
start = measure.tokens(model_after(0), once)
guess = {merges: start - merges for merges in dial}
print("guess", guess)
assert start == sum(len(word) + 1 for word in corpus)

# %% [markdown]
# ## Run

# %%
measured = {}
for merges in dial:
    measured[merges] = measure.tokens(model_after(merges), once)
print("measured", measured)
totals = list(measured.values())
assert all(more > fewer for more, fewer in pairwise(totals))
assert all(measured[n] < guess[n] for n in dial[1:])

# %% [markdown]
# The count falls at every mark of the dial, and faster than the lazy guess: one merge is used in several
# words. Is the fall a straight line? Look at every setting in between.

# %%
every = range(dial[-1] + 1)
curve = {n: measure.tokens(model_after(n), once) for n in every}
chart = render.line_chart(
    {"measured": curve, "guess": {n: start - n for n in every}},
    "merges",
    "tokens for the distinct words",
    "No merge saves more than the first",
    f"Tokens fall from {start} to {totals[-1]}, below the guess.",
    "lab1-first",
    zero=True,
)
saved = {n: curve[n - 1] - curve[n] for n in every[1:]}
print("tokens that each merge saved", list(saved.values()))
assert max(saved.values()) == saved[1]
assert any(saved[n] > saved[n - 1] for n in every[2:])
HTML(chart)

# %% [markdown]
# The curve sags, but not smoothly: some late merge saves more than one before it. Keep that in mind; the
# reason comes in a moment. First watch it happen to the words themselves.

# %%
# Without a budget the learner goes on until no pair occurs again.
trace = bpe.train(corpus, spelling="separate", ties="first-seen")
hues = render.hues(trace)
rows = []
for word in corpus:
    cuts = [model_after(merges).segment(word) for merges in dial[1:]]
    print(f"{word:6}", " | ".join(" ".join(cut) for cut in cuts))
    rows.append([word, *(render.chips(cut, hues) for cut in cuts)])
table = render.table(["word", *(f"{n} merges" for n in dial[1:])], rows)
assert model_after(dial[-1]).segment("newest") == ["newest</w>"]
HTML(table)

# %% [markdown]
# At the last mark *newest*, the commonest word, is a single piece.
#
# ## Count a word as often as it occurs
#
# So far a rare word counted as much as a common one. The learner does not see it so: it counts a pair as
# often as the words around it occur. Weigh the words in the same way and draw both curves, each as a share
# of its own start.
#
# **Predict:** which falls faster, and why?

# %%
running = {n: measure.tokens(model_after(n), corpus) for n in every}


def share(tokens):
    """Each count in percent of the first one."""
    return {n: 100 * count / tokens[0] for n, count in tokens.items()}


distinct, weighted = share(curve), share(running)
for n in dial:
    print(f"{n:2} merges: distinct {distinct[n]:.0f}%, running {weighted[n]:.0f}%")
assert all(weighted[n] < distinct[n] for n in every[1:])
assert [running[n] for n in every[1:]] == [s.tokens for s in trace.steps[: dial[-1]]]
chart = render.line_chart(
    {"distinct words": distinct, "running text": weighted},
    "merges",
    "tokens, % of the start",
    "Common pairs are served first",
    "Running text is below distinct words after every merge.",
    "lab1-weighted",
    zero=True,
)
HTML(chart)

# %% [markdown]
# Running text is ahead from the first merge on. The learner serves it: it takes the pair that running text
# holds most often, and each joining saves one token there.
#
# ## Where a saving comes from
#
# So a merge's count is its saving. Which words pay it? For each merge, compare the words before and after.


# %%
def served(merges):
    """The words that this merge made shorter, and by how much in running text."""
    before, after = model_after(merges - 1), model_after(merges)
    saving = {}
    for word, count in corpus.items():
        fewer = len(before.segment(word)) - len(after.segment(word))
        if fewer:
            saving[word] = fewer * count
    return saving


for step in trace.steps:
    words = " ".join(f"{word} {n}" for word, n in served(step.number).items())
    print(f"{step.number:2} {step.symbol:9} saves {step.score:2}: {words}")
savings = [step.score for step in trace.steps]
for step in trace.steps:
    assert step.score == sum(served(step.number).values())
assert savings == sorted(savings, reverse=True)
shared = [step.number for step in trace.steps if len(served(step.number)) > 1]
assert shared[0] == 1 and shared[-1] < len(trace.steps)

# %%
bars = render.bar_chart(
    [(render.chip(step.symbol, hues), step.score) for step in trace.steps],
    "Tokens of running text that each merge saves",
    winner=None,
)
HTML(bars)

# %% [markdown]
# In running text no merge saves more than the one before it. In the count of distinct words one did,
# because a merge that serves one common word goes before a merge that serves several rare ones. The first
# curve sagged unevenly for that reason: it measured something that the learner was not asked to reduce.
#
# ## Past the last mark
#
# The dial ended, but the learner can go on for as long as some pair occurs again.
#
# **Predict:** where does that end, and what is left? Then: is more always better?

# %%
last = len(trace.steps)
print("merges until nothing is left:", last)
print(measure.tokens(trace.model, once), "tokens for", len(corpus), "distinct words")
assert last > dial[-1] and trace.stopped == "nothing left"
assert all(trace.model.segment(word) == [word + "</w>"] for word in corpus)


# %%
def in_use(model):
    """The pieces that the corpus is still cut into."""
    return {piece for word in corpus for piece in model.segment(word)}


for merges in (0, 5, 10, 15, last):
    model = model_after(merges)
    print(f"{merges:2} merges: {len(model.vocabulary)} pieces, {len(in_use(model))} of them in use")
assert len(in_use(trace.model)) == len(corpus) < len(in_use(model_after(0)))

# %% [markdown]
# At the end every word is one piece, and nothing else in the vocabulary is used on this corpus at all. For
# a corpus, more is better until there is nothing left to gain. But a vocabulary is learned to read *other*
# words. Here are some that it has not seen.

# %%
unseen = Corpus.from_words(["lowest", "newer", "wider", "slow", "slowest"])
assert not set(unseen) & set(corpus)
all_of_it = range(last + 1)
seen_curve = {n: measure.fertility(model_after(n), once) for n in all_of_it}
unseen_curve = {n: measure.fertility(model_after(n), unseen) for n in all_of_it}
for n in (*dial, last):
    seen, new = float(seen_curve[n]), float(unseen_curve[n])
    print(f"{n:2} merges: {seen:.1f} tokens per seen word, {new:.1f} per unseen")
chart = render.line_chart(
    {"seen": seen_curve, "unseen": unseen_curve},
    "merges",
    "tokens per word",
    "Seen words fall to one token, others level off",
    "Both fall at first; then the unseen words stay well above the seen.",
    "lab1-unseen",
    zero=True,
)
assert seen_curve[last] == 1 < unseen_curve[last]
HTML(chart)

# %% [markdown]
# Both curves fall together at first. Then the seen words go on to a single token each, and the unseen ones,
# the strangers, come to rest well above. Sort the merges by whether they served several training words or
# only one.

# %%
helps = [n for n in all_of_it[1:] if unseen_curve[n] < unseen_curve[n - 1]]
private = [n for n in all_of_it[1:] if n not in shared]
for name, group in (("several", shared), ("only one", private)):
    good = [trace.steps[n - 1].symbol for n in group if n in helps]
    print(f"{len(group)} merges serve {name}; {len(good)} of them help a stranger:")
    print("   ", *good)
assert set(shared) <= set(helps)
assert 0 < sum(n in helps for n in private) < len(private) / 2

# %% [markdown]
# Every merge that served several words helps some stranger as well. Of those that served only one, most
# help nobody: they write down the training list. They do no harm here, but an idle piece takes a place in
# the vocabulary, and a place has a price that this lab does not measure. (And these strangers are relatives
# of the training words. Others would gain less.) Look at how they are cut.

# %%
for word in unseen:
    print(f"{word:8}", " ".join(trace.model.segment(word)))
strangers = render.table(
    ["unseen word", "pieces after the last merge"],
    [[word, render.chips(trace.model.segment(word), hues)] for word in unseen],
)
assert trace.model.segment("newer") == ["new", "e", "r", "</w>"]
HTML(strangers)

# %% [markdown]
# *newer* found no ending, although *lower* has the same one. The learner joined that ending's letters onto
# *low* before they had met each other.
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
# **A budget.** What is the smallest number of merges with which running text takes no more than a third of
# the tokens it takes without any?


# %%
def budget():
    goal = trace.start_tokens / 3
    return next(n for n in all_of_it if measure.tokens(model_after(n), corpus) <= goal)


my_budget = ...
print(judge(my_budget, budget))

# %% [markdown]
# **Who is whole first?** List the words in the order in which they become a single piece. Do long words
# come last?


# %%
def order():
    pieces = [step.symbol for step in trace.steps]
    return sorted(corpus, key=lambda word: pieces.index(word + "</w>"))


my_order = ...
print(judge(my_order, order))

# %% [markdown]
# **Another tie rule.** Take tied pairs by the alphabet (`ties="lexicographic"`) and nothing else changed.
# At how many of the settings of the dial, from none to all merges, does the token count of running text
# differ? Guess before you compute it.


# %%
def moved():
    other = bpe.train(corpus, spelling="separate", ties="lexicographic")
    return sum(a.tokens != b.tokens for a, b in zip(trace.steps, other.steps, strict=True))


my_moved = ...
print(judge(my_moved, moved))

# %% [markdown]
# **A better ending.** Add one word, as often as you like, so that *newer* is read with *er* as its ending.


# %%
def reads_newer(word, count):
    more = Corpus({**corpus, word: count})
    model = bpe.train(more, spelling="separate", ties="first-seen").model
    pieces = model.segment("newer")
    fits = word != "newer" and "er</w>" in pieces
    return f"{'yes' if fits else 'no'}: {' '.join(pieces)}"


print(reads_newer("widen", 2))

# %% [markdown]
# ### Answers
#
# Folded, so that you need not see them before you have tried.

# %%
answers = {
    "A budget": f"{budget()} merges.",
    "Who is whole first?": f"{', '.join(order())}: the order of their counts, whatever their length.",
    "Another tie rule": f"At {moved()}. The merges are others, the counts are not.",
    "A better ending": f"faster, for one, said often enough. {reads_newer('faster', 6)}",
}
assert judge(budget(), budget) == "right" != judge(budget() + 1, budget)
assert judge(order(), order) == "right" != judge(sorted(corpus, key=len), order)
assert order() == sorted(corpus, key=corpus.get, reverse=True)
other = bpe.train(corpus, spelling="separate", ties="lexicographic")
assert moved() == 0 and [s.symbol for s in other.steps] != [s.symbol for s in trace.steps]
assert reads_newer("faster", 6).startswith("yes") and reads_newer("widen", 2).startswith("no")
HTML("".join(f"<details><summary>{name}</summary><p>{text}</p></details>" for name, text in answers.items()))

# %% [markdown]
# ## What you have seen
#
# - Every merge shortens the text that it was learned from, and no merge shortens it by more than the one
#   before.
# - A merge's saving is the count of its pair, and it comes from the words that hold the pair.
# - The last merges write down the training words. Whether that helps depends on the words still to come.
#
# Next: [a vocabulary nobody designed](../../merging/vocabulary/), and [how ties decide](../../merging/ties/).
