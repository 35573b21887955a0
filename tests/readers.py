"""Texts that readers may type or paste, and what every one of them must survive."""

SONG = "row row row your boat gently down the stream merrily merrily merrily merrily life is but a dream"

TEXTS = {
    "a song": SONG,
    "accents, composed": "caf\u00e9 r\u00e9sum\u00e9 na\u00efve caf\u00e9 \u00fcber \u00fcber caf\u00e9",
    "accents, apart": "cafe\u0301 re\u0301sume\u0301 nai\u0308ve cafe\u0301 u\u0308ber u\u0308ber cafe\u0301",
    "families and flags": " ".join(
        [
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        ]
        + ["\U0001f1eb\U0001f1ee", "\U0001f1eb\U0001f1f7", "\U0001f44d\U0001f3fd", "\u2764\ufe0f"] * 2
    ),
    "Chinese": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，人人生而自由。" * 2,
    "Arabic": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق الناس الكرامة يولد أحرارًا",
    "Hindi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में सभी मनुष्यों के अधिकारों",
    "a script": "<script>alert(1)</script> <script>alert(1)</script> <img src=x onerror=alert(1)>",
    "the end of a script": "</script><b> </script><b> &lt; &amp; \" ' __proto__ constructor __proto__",
    "one long word": "abracadabra" * 4650,  # 51 KB
    "lines": "one two\r\nthree two\r\n\r\none\ttwo\u2028three\u00a0two\x0bthree",
    "marks of other spellings": "low\u23b5 low\u23b5 </w></w> ##ing ##ing <unk> \u2581a \u2581a",
    "strange symbols": "\u200b\u200b \u00ad\u00ad\u200d \u0301\u0301 \ufeff\ufeff \x00\x00 \x1b[31m\x1b[31m",
}
