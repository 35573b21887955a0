# %% [markdown]
# # Lab 4: fertility at home and away
#
# [Fertility](../../glossary/#fertility) is the number of tokens that a word takes. A vocabulary learned from
# one kind of text is said to shatter every other kind. In this lab you measure by how much. Then you take
# the number apart: what the tokenizer did, what was so before it learned anything, and what fertility does
# not count at all.
#
# The page shows what each cell printed when the book was built. To work with it, download the lab, run `pip
# install piecework`, and open it as a notebook or in any editor. Predict before you run.

# %%
from fractions import Fraction

from piecework import Corpus, bpe, corpora, coverage, measure, render, unigram, wordpiece
from piecework.model import UNKNOWN

try:
    from IPython.display import HTML
except ImportError:  # run as a plain script, the lab prints its numbers and draws nothing
    HTML = str

corpus = corpora.load("lab-4")
home = Corpus.from_words(["running", "jumped", "national", "connection", "faster"])
away = Corpus.from_words(["ACGTACGTACGTACGT", "xk9zqw4vbnmasdf", "getElementByIdAsyncCallback", "0x1F3A9B2C"])
print(len(corpus), "words said", sum(corpus.values()), "times:", *list(corpus)[:5], "…")
print("home:", *home)
print("away:", *away, sep="\n  ")
assert set(home) < set(corpus) and not set(away) & set(corpus)

# %% [markdown]
# The corpus is a little English. The words at home are all in it. Away are a stretch of DNA, a random name,
# a name from a program, and a number in hexadecimal. Every word ends in a symbol of its own, `</w>`.
#
# ## Predict
#
# Merging learns as many merges as the next cell says. How many tokens will a word take at home, and how many
# away? Our own guess: the words at home are known, so they are whole; of the others nothing is known, so
# they fall into their letters.

# %%
merges = 35
letters = sum(len(word) for word in away)
guess = {"home": 1.0, "away": letters / len(away)}
print(merges, "merges; guess", guess)

# %% [markdown]
# ## Run

# %%
how = {"spelling": "separate", "ties": "first-seen"}
trace = bpe.train(corpus, **how)  # all the way: the model after any number of merges is cut from it
start = len(trace.alphabet)
model = trace.model_at(start + merges)
fertility = {name: measure.fertility(model, words) for name, words in (("home", home), ("away", away))}
for name, value in fertility.items():
    print(f"{name}: {float(value):.2f} tokens per word, guess {guess[name]:.2f}")
ratio = fertility["away"] / fertility["home"]
print(f"away over home: {float(ratio):.2f}")
assert fertility == {"home": Fraction(16, 5), "away": Fraction(71, 4)}
assert all(fertility[name] > guess[name] for name in guess)
HTML(render.bar_chart([(name, value) for name, value in fertility.items()], "Tokens per word", winner=None))

# %% [markdown]
# Away a word takes several times as many tokens. Both guesses are too low, though, and each for a reason that
# is worth a look.
#
# ## Word by word

# %%
hues = render.hues(trace.at(start + merges))
rows = []
print("said, letters, tokens, pieces")
for word in [*home, *away]:
    cut, said = model.segment(word), corpus.get(word, 0)
    print(f"{said:2} {len(word):2} {len(cut):2}  {' '.join(cut)}")
    rows.append([render.chips(cut, hues), said, len(word), len(cut)])
read_away = [piece for word in away for piece in model.segment(word)]
longer = [piece for piece in read_away if len(piece) > 1 and piece != "</w>"]
print("pieces of more than one letter away:", *longer)
assert longer == ["al"]
assert measure.tokens(model, away) == letters + len(away) - len(longer)
assert [word for word in home if len(model.segment(word)) == 1] == ["running"]
HTML(render.table(["word, in pieces", "said", "letters", "tokens"], rows, "lrrr"))

# %% [markdown]
# Away, everything falls into letters and an end, but for a single `al`. That is why the guess was too low:
# it forgot the ends. At home a single word is whole. The others stood in the training text too, and the
# merges went to words said more often.
#
# ## What was there before
#
# The strings away are also longer, and a long string takes more tokens whatever reads it.
#
# **Predict:** before the first merge is learned, how many times as many tokens does a word take away?

# %%
groups = {"home": home, "away": away}
nothing = trace.model_at(start)
before = {name: measure.fertility(nothing, words) for name, words in groups.items()}
by_length = before["away"] / before["home"]
print(f"before: {float(before['home']):.1f} at home, {float(before['away']):.1f} away")
print(f"away over home: {float(by_length):.2f} by length, times {float(ratio / by_length):.2f} by learning")
for name, words in groups.items():
    carried = Fraction(sum(len(word) for word in words), measure.tokens(model, words))
    print(f"{name}: {float(carried):.2f} characters per token")
gained = {name: before[name] - fertility[name] for name in groups}
for name, gain in gained.items():
    print(f"{name}: the merges save {float(gain):.2f} tokens per word")
assert carried < 1  # away
assert 2 < by_length < ratio / by_length < 3
assert gained["away"] == Fraction(1, len(away))

# %% [markdown]
# Nearly as much of the ratio is length as is learning. Where strings differ in length, ask how many
# characters a token carries instead: away it is a little less than one, as the ends are tokens too.
#
# ## Turn the dial
#
# The ratio belongs to one number of merges, and home was made of words that the learner had read. Put
# strangers between the groups: English words that are not in the corpus, in letters that are.
#
# **Predict:** with more and more merges, where does each of the curves go?

# %%
strangers = Corpus.from_words(
    ["walked", "runner", "connected", "talking", "fastest", "jumping", "nations", "reaction", "wander"]
)
assert not set(strangers) & set(corpus) and set("".join(strangers)) < set(trace.alphabet)
groups = {"home": home, "strangers": strangers, "away": away}
every = range(len(trace.steps) + 1)
curves = {
    name: {n: measure.fertility(trace.model_at(start + n), words) for n in every}
    for name, words in groups.items()
}
for n in (0, 20, merges, 50, 60, every[-1]):
    said = ", ".join(f"{name} {float(curve[n]):.2f}" for name, curve in curves.items())
    print(f"{n:2} merges: {said}; ratio {float(curves['away'][n] / curves['home'][n]):.1f}")
moves = [n for n in every[1:] if curves["away"][n] != curves["away"][n - 1]]
print("merges that shortened anything away:", *[trace.steps[n - 1].symbol for n in moves])
assert len(moves) == 1
assert curves["home"][every[-1]] == 1 < curves["strangers"][every[-1]] < curves["away"][every[-1]]
assert all(curves["home"][n] < curves["strangers"][n] for n in range(merges, every[-1] + 1))
chart = render.line_chart(
    curves,
    "merges",
    "tokens per word",
    "Away hardly moves",
    "Home falls to one token, strangers level off above it, away stays where it was.",
    "lab4-dial",
    zero=True,
)
HTML(chart)

# %% [markdown]
# Of all the merges, one helped away, by a token. So the ratio is mostly the curve of home, and home falls to
# a single token a word, which says no more than that the words were in the corpus. By the choice of the dial
# you can have almost any ratio that you like. The strangers are the ones to watch: for them the vocabulary
# was learned.
#
# ## Strange letters, or strange neighbours?
#
# Why does nothing help away? A letter that the corpus does not have can be in no merge. Count those letters.
# Then write the strings in lower case, which makes many of them known.
#
# **Predict:** how many tokens does lower case save?

# %%
known = set(trace.alphabet)


def unknown_letters(words):
    return sum(letter not in known for word in words for letter in word)


lower = Corpus.from_words([word.lower() for word in away])
for name, words in (("as they are", away), ("lower case", lower)):
    print(
        f"{name}: {unknown_letters(words)} of {letters} letters unknown,",
        measure.tokens(model, words),
        "tokens",
    )
print(*model.segment("acgtacgtacgtacgt"))
assert unknown_letters(away) > letters / 2 > 2 * unknown_letters(lower)
assert measure.tokens(model, away) - measure.tokens(model, lower) == 1
assert not set("acgtacgtacgtacgt") - known

# %% [markdown]
# In lower case most of the letters are known, the DNA's all of them, and it saves a single token. The letters
# are not what is strange; their neighbours are. A merge is a pair that English has, and these strings have
# other pairs.
#
# ## What fertility does not count
#
# So far an unknown letter stayed what it was. A real vocabulary has to give it a number, and often there is
# one number for them all, the [unknown token](../../families/unseen/). Give merging such a slot.
#
# **Predict:** what happens to its fertility? Then WordPiece, with as many pieces. It reads by the longest
# match, and a word that it cannot finish becomes unknown as a whole. What is *its* fertility away?

# %%
size = start + 1 + merges  # letters, the unknown token, and the pieces that were learned
traces = {
    "merging": bpe.train(corpus, vocab_size=size, unknown=True, **how),
    "WordPiece": wordpiece.train(corpus, vocab_size=size, unknown=True, **how),
}
for name, learned in traces.items():
    print(f"{name}: {float(measure.fertility(learned.model, away)):.2f} tokens per word away")
    for word in list(away)[1:3]:
        print("   ", *learned.model.segment(word))
assert measure.fertility(traces["merging"].model, away) == fertility["away"]
assert measure.fertility(traces["WordPiece"].model, away) == 1

# %% [markdown]
# Merging takes as many tokens as before, and WordPiece has the best fertility that there can be: a token for
# each word, and always the same one. It has read nothing. Fertility counts tokens; it does not ask whether
# the text can be had back from them. So print next to it how many letters were lost.
#
# ## Learners side by side
#
# Now all the learners of this book, with as many pieces, on all the groups.
#
# **Predict:** who is best at home, who with strangers, who away?

# %%
traces["coverage"] = coverage.train(corpus, vocab_size=size, unknown=True, **how)
traces["Unigram"] = unigram.train(corpus, size, unknown=True, **how)


def lost(model, words):
    """The letters that unknown tokens stand for."""
    count = 0
    for word in words:
        for piece in model.segment(word):
            count += len(word) if piece == wordpiece.UNKNOWN else piece == UNKNOWN
    return count


rows, table = {}, []
for name, learned in traces.items():
    rows[name] = [measure.fertility(learned.model, words) for words in groups.values()]
    gone = Fraction(lost(learned.model, away), letters)
    shown = [f"{float(value):.2f}" for value in rows[name]]
    print(f"{name:9} {learned.vocab_size} pieces:", ", ".join(shown), f"and {float(gone):.0%} of away lost")
    table.append([name, learned.vocab_size, *shown, f"{float(gone):.0%}"])
    assert lost(learned.model, home) == lost(learned.model, strangers) == 0
best = {group: min(rows, key=lambda name: rows[name][at]) for at, group in enumerate(groups)}
print("fewest tokens:", ", ".join(f"{name} {group}" for group, name in best.items()))
assert best == {"home": "Unigram", "strangers": "merging", "away": "WordPiece"}
whole, idle = measure.whole_words(traces["Unigram"]), measure.idle(traces["Unigram"])
print(f"Unigram has learned {len(whole)} whole words and {len(idle)} idle pieces:", *idle[:3], "…")
assert len(whole) + len(idle) == merges and all(piece in "connection</w>" for piece in idle)
assert max(rows, key=lambda name: rows[name][1]) == "Unigram" and rows["Unigram"][0] == 1
assert measure.tokens(traces["Unigram"].model, strangers) == sum(len(word) + 1 for word in strangers)
assert lost(traces["WordPiece"].model, away) == letters > lost(traces["merging"].model, away)
assert traces["coverage"].stopped == "nothing left"
HTML(render.table(["learner", "pieces", *groups, "letters lost away"], table, "lrrrrr"))

# %% [markdown]
# Each group has another winner. Unigram reads every word at home as one token, and strangers by the letter:
# with this budget and so little text it has kept the words of the corpus whole, and of their parts only idle
# ones. Merging shares its pieces among words, and is best with strangers. Away the winner is the one that
# read nothing. (Coverage has found nothing left to cover before its budget was spent.) Which learner is best
# is no question until you say whose words, and what a loss costs.
#
# ## What a better reading away would cost
#
# Add the DNA to the corpus, and leave the number of merges as it is.
#
# **Predict:** how often must it be said to become shorter, and who pays?

# %%
dna = "ACGTACGTACGTACGT"


def with_dna(times):
    """The model when the corpus also holds the DNA, so often."""
    more = Corpus({**corpus, dna: times}) if times else corpus
    return bpe.train(more, steps=merges, **how).model


table = []
for times in (0, 2, 5, 20, 100):
    changed = with_dna(times)
    values = [f"{float(measure.fertility(changed, words)):.2f}" for words in groups.values()]
    print(f"DNA said {times:3} times:", ", ".join(values), "|", *changed.segment(dna))
    table.append([times, *values, measure.tokens(changed, corpus)])
assert len(with_dna(20).segment(dna)) == 1 < len(with_dna(5).segment(dna)) < len(dna)
assert measure.tokens(with_dna(20), corpus) > measure.tokens(with_dna(0), corpus)
assert measure.fertility(with_dna(20), home) > fertility["home"]
assert with_dna(100).merges[-1] == with_dna(20).merges[-1]
HTML(render.table(["DNA said", *groups, "English tokens"], table, "rrrrr"))

# %% [markdown]
# Said often enough the DNA becomes one token, and English pays: the merges that went into it are missing
# there. A vocabulary is a budget, and which text fertility favours was decided when the corpus was put
# together.
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
# **The ratio you like.** A report wants to say that strings away take at least `wanted` times as many tokens
# as words at home. What is the smallest number of merges that lets it?

# %%
wanted = 10


def smallest():
    return next(n for n in every if curves["away"][n] >= wanted * curves["home"][n])


my_merges = ...
print(judge(my_merges, smallest))

# %% [markdown]
# **The price of a token.** How often must the DNA be said, at least, to become a single token within the same
# number of merges?


# %%
def price():
    return next(times for times in range(1, 101) if with_dna(times).segment(dna) == [dna + "</w>"])


my_price = ...
print(judge(my_price, price))

# %% [markdown]
# **A fair string.** Write a string of at least a dozen letters that is no word, and whose tokens, under the
# first model, carry more characters each than those of *national*.


# %%
def fair(string):
    each = [Fraction(len(text), len(model.segment(text))) for text in (string, "national")]
    fits = len(string) >= 12 and string not in corpus and each[0] > each[1]
    return f"{'yes' if fits else 'no'}: {float(each[0]):.2f} against {float(each[1]):.2f}"


print(fair("aaaaaaaaaaaa"))

# %% [markdown]
# **Honest words.** Choose words of your own that are not in the corpus, in its letters, and see whether their
# fertility is nearer to home or to the strangers above.


# %%
def honest(*words):
    if bad := [word for word in words if word in corpus or not set(word) <= known]:
        return f"not these: {' '.join(bad)}"
    mine = measure.fertility(model, Corpus.from_words(words))
    nearer = min(("home", "strangers"), key=lambda name: abs(curves[name][merges] - mine))
    return f"{float(mine):.2f}, nearer to {nearer}"


print(honest("book"))

# %% [markdown]
# ### Answers
#
# Folded, so that you need not see them before you have tried.

# %%
answers = {
    "The ratio you like": f"{smallest()} merges. Nothing away has changed by then; home has.",
    "The price of a token": f"{price()} times.",
    "A fair string": f"Its commonest words, written together: thethethethe, {fair('thethethethe')}.",
    "Honest words": f"It depends on them: walker and talker have {honest('walker', 'talker')}; book and yoga "
    f"have {honest('book', 'yoga')}. A few words say little. Use many, and say which.",
}
assert judge(smallest(), smallest) == "right" != judge(smallest() - 1, smallest)
assert smallest() > merges and max(moves) < merges
assert judge(price(), price) == "right" != judge(price() - 1, price)
assert fair("thethethethe").startswith("yes") and fair("aaaaaaaaaaaa").startswith("no")
assert honest("running").startswith("not these") and honest("fizz").startswith("not these")
HTML("".join(f"<details><summary>{name}</summary><p>{text}</p></details>" for name, text in answers.items()))

# %% [markdown]
# ## What you have seen
#
# - Text of another kind takes more tokens per word; some of that is only its length. Characters per token
#   leave the length out.
# - Words from the training text flatter a tokenizer. Ask strangers.
# - Fertility does not see what was lost: a tokenizer that reads nothing has the best there is.
# - Which text is read well was decided by the corpus, within one budget.
#
# Next: [characters that nobody saw](../../families/unseen/), and [every family, one
# budget](../../families/four/).
