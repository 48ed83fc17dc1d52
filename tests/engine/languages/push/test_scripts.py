"""Scripts of the page say what the program says."""

from __future__ import annotations

import json

import pytest

from boche.engine.languages.catalogue import codes
from boche.engine.languages.current import speaking, tr, tr_count, tr_word
from boche.engine.languages.pseudo import PSEUDO
from boche.engine.languages.scripts import texts_json
from tests.engine.languages.test_scripts import ids, in_script, messages


@pytest.mark.parametrize("code", [*codes(), PSEUDO])
def test_scripts_and_python_say_the_same(code: str) -> None:
    single = [ids(each)[0] for each in messages() if len(ids(each)) == 1]
    counted = [(one, *many) for one, *many in map(ids, messages()) if many]
    words = list(json.loads(texts_json(code))["words"])
    with speaking(code):
        python = {
            "single": [tr(text) for text in single],
            "counted": [[tr_count(one, many, n) for n in (0, 1, 2, 5)] for one, many in counted],
            "words": [tr_word(word) for word in words],
        }
    call = """{
        single: data.single.map((text) => tr(text)),
        counted: data.counted.map((each) => [0, 1, 2, 5].map((n) => trCount(...each, n))),
        words: data.words.map(trWord),
    }"""
    data = {"single": single, "counted": counted, "words": words}
    assert in_script(code, call, data) == python
