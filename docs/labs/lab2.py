# %% [markdown]
# # Lab 2: count or surprise
#
# One learner joins the symbols that meet most often. Another asks a second question: how often *would* they
# meet, being as common as they are? It joins the pair that meets more often than one would expect. In this
# lab you run both on a corpus made to part them, find out what makes the second one choose as it does, and
# see what each choice is worth in tokens.
#
# The page shows what each cell printed when the book was built. To work with it, download the lab, run `pip
# install piecework`, and open it as a notebook or in any editor. Predict before you run.

# %%
from collections import Counter
from fractions import Fraction
from itertools import pairwise

from piecework import Corpus, bpe, corpora, measure, render, wordpiece
from piecework.spelling import spell

try:
    from IPython.display import HTML
except ImportError:  # run as a plain script, the lab prints its numbers and draws nothing
    HTML = str

corpus = corpora.load("lab-2")
print(corpus)

# %% [markdown]
# A long word said once, and a short one said often. Each is [spelled](../../merging/step-by-step/) as its
# letters and then a symbol of its own, `</w>`, for its end. Count the symbols, and the pairs of neighbours.

# %%
symbols, pairs = Counter(), Counter()
for word, count in corpus.items():
    row = spell(word, "separate")
    for symbol in row:
        symbols[symbol] += count
    for pair in pairwise(row):
        pairs[pair] += count
for (a, b), met in pairs.items():
    print(f"{a} + {b:4} met {met:2} times; {a} said {symbols[a]:2} times, {b} {symbols[b]}")
assert symbols["a"] == symbols["b"] == pairs["a", "b"]
assert symbols["x"] == symbols["y"] == pairs["x", "y"]

# %% [markdown]
# ## Predict
#
# Merging takes the pair that is met most often. WordPiece divides: how often the pair was met, by how often
# its first symbol was said, times how often its second was. It takes the pair with the largest quotient.
#
# Which pair goes first, for each? Our own guess below is the careless one. A pair that is met so much more
# often than the others must surprise as well.

# %%
commonest = max(pairs, key=pairs.get)
guess = {"by count": commonest, "by surprise": commonest}
print("guess", guess)

# %% [markdown]
# ## Run

# %%
how = {"spelling": "separate", "ties": "first-seen", "min_count": 1}
by_count = bpe.train(corpus, **how)
by_surprise = wordpiece.train(corpus, **how)
print("by count   ", by_count.steps[0].parts, by_count.steps[0].score)
print("by surprise", by_surprise.steps[0].parts, by_surprise.steps[0].score)
scores = {(a, b): Fraction(met, symbols[a] * symbols[b]) for (a, b), met in pairs.items()}
for pair in sorted(pairs, key=scores.get, reverse=True):
    print(f"{' + '.join(pair):8} met {pairs[pair]:2} times, scores {scores[pair]}")
assert by_count.steps[0].parts == ("x", "y") == max(pairs, key=pairs.get)
assert by_surprise.steps[0].parts == ("a", "b") == max(scores, key=scores.get)
assert by_surprise.steps[0].score == Fraction(1, 5) > scores["x", "y"] == Fraction(1, 20)
bars = [
    render.bar_chart(
        [(render.chips(pair), worth[pair]) for pair in sorted(pairs, key=worth.get, reverse=True)], title
    )
    for worth, title in ((pairs, "By count"), (scores, "By surprise"))
]
HTML(render.figure(bars[0] + bars[1], "The same pairs, by what each learner asks"))

# %% [markdown]
# The guess is right for one learner and wrong for the other. The pair in the word said once scores several
# times as much as the pair in the word said all the time.
#
# ## Faithful letters
#
# Look at the counts again. `x` is never said without `y`, nor `y` without `x`: letters cannot be more
# faithful. Still they score little. Say `xy` more or less often, and leave the other word alone.
#
# **Predict:** how often may `xy` be said, at most, for WordPiece to take it first?

# %%
often = range(1, 31)
first = {}
for n in often:
    changed = Corpus({**corpus, "xy": n})
    first[n] = [
        "".join(learner.train(changed, steps=1, **how).steps[0].parts) for learner in (bpe, wordpiece)
    ]
for n in (1, 2, 3, 4, 5, 6, 7, 20, 30):
    print(f"xy said {n:2} times: {first[n][0]} by count, {first[n][1]} by surprise")
agree = [n for n in often if first[n][0] == first[n][1]]
print("the same pair when said", *agree, "times")
assert [n for n in often if first[n][1] == "xy"] == [n for n in often if n < pairs["a", "b"]]
assert agree == [pairs["a", "b"]]
level = Corpus({**corpus, "xy": agree[0]})
assert all(learner.train(level, steps=1, **how).steps[0].tied > 1 for learner in (bpe, wordpiece))

# %%
chart = render.line_chart(
    {"x + y": {n: Fraction(n, n * n) for n in often}, "a + b": dict.fromkeys(often, scores["a", "b"])},
    "times that xy is said",
    "score",
    "The more it is said, the less it scores",
    "The score of x and y falls as one over their count, and soon below that of a and b.",
    "lab2-faithful",
    zero=True,
)
assert wordpiece.train({"xy": 7}, steps=1, **how).steps[0].score == Fraction(7, 7 * 7)
HTML(chart)

# %% [markdown]
# A pair of faithful letters that are said *n* times scores *n* over *n* times *n*: one over *n*. Evidence
# that keeps coming in makes the pair score less, and a pair seen once, with letters seen once, scores the
# most that any pair can. So the learners do not merely differ here. They take opposite pairs at every count
# but one, and at that one the pairs tie and the pair met first is taken.
#
# ## Let them go on
#
# **Predict:** after a few picks, as many as the next cell says, how many tokens has either saved?

# %%
few = 3
print("by count   ", [step.parts for step in by_count.steps[:few]])
print("by surprise", [step.parts for step in by_surprise.steps[:few]])
hues = render.hues(by_count, by_surprise)
rows = []
for one, other in zip(by_count.steps, by_surprise.steps, strict=True):
    met = other.counts[0]
    print(f"{one.number} {one.symbol:14} {one.tokens} tokens | {other.symbol:14} {other.tokens} tokens")
    ours = [render.chip(one.symbol, hues), one.score, one.tokens]
    theirs = [render.chip(other.symbol, hues), met, str(other.score), other.tokens]
    rows.append([one.number, *ours, *theirs])
head = ["pick", "by count", "met", "tokens", "by surprise", "met", "score", "tokens"]
assert [step.parts for step in by_surprise.steps[:few]] == [("a", "b"), ("ab", "ab"), ("abab", "ab")]
assert [step.parts for step in by_count.steps[:few]] == [("x", "y"), ("xy", "</w>"), ("a", "b")]
HTML(render.table(head, rows, "rlrrlrrr"))

# %%
curves = {
    "by count": {0: by_count.start_tokens, **{step.number: step.tokens for step in by_count.steps}},
    "by surprise": {0: by_count.start_tokens, **{s.number: s.tokens for s in by_surprise.steps}},
}
saved = {name: curve[0] - curve[few] for name, curve in curves.items()}
print(f"tokens saved by the first {few} picks", saved)
assert 0 < saved["by surprise"] < saved["by count"] / 5
assert curves["by count"][7] == curves["by surprise"][7] == sum(corpus.values())
waiting = next(step.number for step in by_surprise.steps if step.symbol == "xy")
assert all(step.counts[0] == 1 for step in by_surprise.steps[few - 1 : waiting - 1])
overlapping = by_surprise.steps[1]
assert overlapping.counts[0] > overlapping.replaced
assert any(step.counts[0] == step.score == 1 for step in by_surprise.steps)
chart = render.line_chart(
    curves,
    "picks",
    "tokens of the corpus",
    "Surprise saves late",
    "By count the tokens fall at once, by surprise they stay until the short word is joined; the ends meet.",
    "lab2-tokens",
    zero=True,
)
HTML(chart)

# %% [markdown]
# Both end with a token for each word. (A join saves a token at each place where it is met, unless the places
# overlap, as those of `ab` and `ab` do.) On the way surprise writes down the letters of the long word, all of
# them, while `xy` waits, although the later joins are met a single time. A pair met once in the whole corpus
# can score as much as a pair can. That is what to remember of this score: it does not ask for evidence.
#
# ## A floor
#
# Evidence can be asked for apart. Both learners take a floor, `min_count`: what is met less often is left
# alone.
#
# **Predict:** what is the lowest floor at which surprise takes `xy` first?


# %%
def surprise(words, floor, steps=None):
    """What WordPiece does with words, leaving alone what is met less often than the floor says."""
    return wordpiece.train(words, steps=steps, **{**how, "min_count": floor})


floors = {}
for floor in (1, 2, 5, 6, 20, 21):
    floors[floor] = [step.symbol for step in surprise(corpus, floor).steps]
    print(f"floor {floor:2}: {' '.join(floors[floor]) or 'nothing'}")
table = render.table(
    ["floor", "picks by surprise"], [[n, render.chips(picks, hues)] for n, picks in floors.items()]
)
lowest = next(n for n in range(1, 22) if surprise(corpus, n).steps[0].symbol == "xy")
print("xy goes first from a floor of", lowest)
assert lowest == pairs["a", "b"] + 1
assert "ababababab" in floors[1] and "ababababab" not in floors[2]
assert floors[21] == []
HTML(table)

# %% [markdown]
# The floor has to rise above the count of the other pair, and a floor is a matter of count. A modest one
# already keeps the learner from writing down the long word.
#
# ## Real words
#
# This corpus was made to part the learners. Do they part on real text? Take the sentences that
# [Coverage](../../coverage/question/) works on, under the same settings, and look at the first picks.
#
# **Predict:** which save more tokens, and how many times as many?

# %%
sentences = corpora.load("sentences")
picks = 10
counted = bpe.train(sentences, **how)
surprised = wordpiece.train(sentences, **how)
hues = render.hues(counted.at(len(counted.alphabet) + picks), surprised.at(len(counted.alphabet) + picks))
rows = []
for one, other in zip(counted.steps[:picks], surprised.steps, strict=False):
    inside = [word for word in sentences if other.symbol in word]
    print(
        f"{one.symbol:8} saves {one.replaced:2} | {other.symbol:5} saves {other.replaced}: {' '.join(inside)}"
    )
    theirs = [render.chip(other.symbol, hues), str(other.score), other.replaced, " ".join(inside)]
    rows.append([render.chip(one.symbol, hues), one.replaced, *theirs])
table = render.table(["by count", "saves", "by surprise", "score", "saves", "in"], rows, "lrlrrl")
saved = [trace.start_tokens - trace.steps[picks - 1].tokens for trace in (counted, surprised)]
print(f"of {counted.start_tokens} tokens the picks save {saved[0]} by count and {saved[1]} by surprise")
assert saved[0] > 10 * saved[1]
assert sum(step.counts[0] == 1 for step in surprised.steps[:picks]) == picks - 1
HTML(table)

# %% [markdown]
# All but one of the surprising pairs are met a single time, each in a word said once. And look at where the
# picks of each learner stand in their words.

# %%
ends = [sum(s.symbol.endswith("</w>") for s in t.steps[:picks]) for t in (counted, surprised)]
print("picks that end a word:", *ends)
letters = Counter()
for word, count in sentences.items():
    for letter in word:
        letters[letter] += count
commonest, said = letters.most_common(1)[0]
print(f"</w> is said {sum(sentences.values())} times, the commonest letter, {commonest}, {said} times")
assert ends[0] > picks / 2 and ends[1] == 0
assert said < sum(sentences.values())

# %% [markdown]
# Count spends most of its picks on the ends of words. Surprise spends none there: `</w>` is the commonest
# symbol of all, and a common symbol makes every pair that holds it score low.
#
# Now the floors, and the whole run.

# %%
series = {"count": {0: counted.start_tokens, **{s.number: s.tokens for s in counted.steps}}}
for floor in (1, 3, 8):
    trace = surprise(sentences, floor)
    series[f"floor {floor}"] = {0: trace.start_tokens, **{s.number: s.tokens for s in trace.steps}}
for name, curve in series.items():
    last = max(curve)
    print(f"{name:8} {picks} picks save {curve[0] - curve[picks]:3}; after {last:3} it ends at {curve[last]}")
for name, curve in series.items():
    shared = set(curve) & set(series["count"]) - {0}
    assert name == "count" or all(curve[n] > series["count"][n] for n in shared)
at_ten = [curve[picks] for name, curve in series.items() if name != "count"]
assert all(more > fewer for more, fewer in pairwise(at_ten))
chart = render.line_chart(
    series,
    "picks",
    "tokens of the sentences",
    "A higher floor follows count more closely",
    "Count is lowest throughout; surprise is nearer to it with a higher floor, and ends sooner.",
    "lab2-floors",
    zero=True,
)
HTML(chart)

# %% [markdown]
# The higher the floor, the nearer surprise comes to count, and the sooner it runs out of pairs. After every
# number of picks count has the shorter text.
#
# That is the text that both have learned from. What about another? Take from *Alice* the words written in
# letters that the sentences have. (Why only those? WordPiece makes of any other word a single token, whatever
# its length. [Lab 4](../lab4/) shows what that does to a comparison.)

# %%
alice = Counter()
for word, count in corpora.load("alice").items():
    if set(word.strip()) <= set(counted.alphabet):
        alice[word.strip()] += count
alice = Corpus(alice)
needed = []
for floor in (1, 3, 8):
    trace = surprise(sentences, floor)
    for n in (10, 20):
        size = len(trace.alphabet) + n
        away = [measure.tokens(t.model_at(size), alice) for t in (counted, trace)]
        needed.append(away)
        print(f"floor {floor}, {n} picks: {away[0]} tokens by count, {away[1]} by surprise")
assert all(ours < theirs for ours, theirs in needed)

# %% [markdown]
# Away from home the order stays. Count looks for what shortens a text. Surprise looks for letters that belong
# together, however rarely they are needed. What its score stands for is told in [WordPiece: counting
# surprise](../../families/wordpiece/).
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
# **A ceiling.** No pair scores more than one over the count of its commoner symbol. (Why?) It reaches that
# ceiling when its rarer symbol is never said outside the pair. In how many pairs of the sentences is that so
# at the start?


# %%
def faithful():
    said, met = Counter(), Counter()
    for word, count in sentences.items():
        row = spell(word, "separate")
        for symbol in row:
            said[symbol] += count
        for pair in pairwise(row):
            met[pair] += count
    scored = {(a, b): Fraction(n, said[a] * said[b]) for (a, b), n in met.items()}
    assert all(score <= Fraction(1, max(said[a], said[b])) for (a, b), score in scored.items())
    return sum(score == Fraction(1, max(said[a], said[b])) for (a, b), score in scored.items())


my_faithful = ...
print(judge(my_faithful, faithful))

# %% [markdown]
# **More of the same.** Say each word of the first corpus more often, `times` as often as before. What does
# the first pair by surprise score now, and which are the first few pairs? Answer with the fraction, then try
# to predict the pairs.

# %%
times = 10
more = Corpus({word: count * times for word, count in corpus.items()})


def more_of_the_same():
    return surprise(more, floor=1, steps=1).steps[0].score


my_score = ...
print(judge(my_score, more_of_the_same))

# %% [markdown]
# **The same floor.** Above, the `lowest` floor made surprise take `xy` first. Which pair does it take first
# with that floor in the longer text of the last exercise?


# %%
def same_floor():
    return surprise(more, floor=lowest, steps=1).steps[0].parts


my_pair = ...
print(judge(my_pair, same_floor))

# %% [markdown]
# **Make them agree.** Find a word of the letters *a* and *b* that, said once beside `xy` said as often as
# now, lets both learners take `xy` first.


# %%
def agreed(word):
    both = {word: 1, "xy": corpus["xy"]}
    taken = ["".join(learner.train(both, steps=1, **how).steps[0].parts) for learner in (bpe, wordpiece)]
    fits = set(word) == set("ab") and taken == ["xy", "xy"]
    return f"{'yes' if fits else 'no'}: {taken[0]} by count, {taken[1]} by surprise"


print(agreed("abba"))

# %% [markdown]
# ### Answers
#
# Folded, so that you need not see them before you have tried.

# %%
found = [step.parts for step in surprise(more, floor=1, steps=few).steps]
answers = {
    "A ceiling": f"In {faithful()}. A pair cannot be met more often than its rarer symbol is said, and the "
    "quotient of that count by the product of both is one over the count of the commoner.",
    "More of the same": f"{more_of_the_same()}: repeating a text makes every score fall, and all alike. So "
    f"the pairs are the same as before, {', '.join(' + '.join(pair) for pair in found)}.",
    "The same floor": f"{' + '.join(same_floor())}. The counts have grown with the text, and the floor has "
    "not: it now lies below them all.",
    "Make them agree": "A long word in which a and b meet in every way, aabbaabbaabbaabbaabbaabb for one. "
    f"{agreed('aabb' * 6)}.",
}
assert judge(faithful(), faithful) == "right" != judge(faithful() + 1, faithful)
assert found == [step.parts for step in by_surprise.steps[:few]]
assert judge(Fraction(1, 50), more_of_the_same) == "right"
assert more_of_the_same() * times == by_surprise.steps[0].score
assert judge(("a", "b"), same_floor) == "right" != judge(("x", "y"), same_floor)
assert lowest <= min(more.values())
assert agreed("aabb" * 6).startswith("yes") and agreed("abba").startswith("no")
HTML("".join(f"<details><summary>{name}</summary><p>{text}</p></details>" for name, text in answers.items()))

# %% [markdown]
# ## What you have seen
#
# - Count and surprise can want opposite pairs, and on real text they do from the first pick on.
# - A pair of letters that only ever meet scores one over their count: the rarer, the higher. Without a floor
#   the rarest words of a corpus are written down first.
# - A join saves about as many tokens as its pair was met. So count is what makes a text short soon, at home
#   and away.
#
# Next: [WordPiece: counting surprise](../../families/wordpiece/), and [Lab 3: pruning a
# vocabulary](../lab3/).
