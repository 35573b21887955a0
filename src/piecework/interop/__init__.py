"""Other people's formats, in and out: what a format cannot say is refused by name, never approximated."""

from .huggingface import from_huggingface, to_huggingface
from .openai import published
from .sentencepiece import from_sentencepiece, to_sentencepiece
from .tiktoken import from_tiktoken, pattern, to_tiktoken

__all__ = [
    "from_huggingface",
    "from_sentencepiece",
    "from_tiktoken",
    "pattern",
    "published",
    "to_huggingface",
    "to_sentencepiece",
    "to_tiktoken",
]
