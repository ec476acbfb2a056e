"""Modules made one: in order, each with what it imports, and nothing that is only half understood."""

import pytest

from fourfold.web.module_bundle import BundleError, bundle, in_order

MODULES = {
    "main.js": 'import { add as plus } from "./add.js";\nimport * as words from "./words.js";\nplus(words.ONE);\n',
    "add.js": 'import {\n  ONE,\n} from "./words.js";\nexport function add(n) {\n  return n + ONE;\n}\n',
    "words.js": "export const ONE = 1;\nexport class Word {}\nexport async function* each() {}\n",
    "unused.js": "export const NONE = 0;\n",
}


def test_a_module_comes_after_those_it_imports():
    assert in_order(MODULES, "main.js") == ["words.js", "add.js", "main.js"]


def test_imports_and_exports_become_plain_names():
    text = bundle(MODULES, "main.js")
    assert 'const { add: plus } = MODULES["add.js"];' in text
    assert 'const words = MODULES["words.js"];' in text
    assert "return { ONE, Word, each };" in text
    assert "export" not in text
    assert "import" not in text


@pytest.mark.parametrize(
    "line",
    [
        'import "./words.js";',
        'import word from "./words.js";',
        'import { ONE } from "elsewhere";',
        "export default 3;",
        "export let counter = 0;",
        'export { ONE } from "./words.js";',
        'const later = () => import("./words.js");',
        "const here = import.meta.url;",
    ],
)
def test_any_other_form_is_refused(line):
    with pytest.raises(BundleError, match=r"main\.js.*can be bundled"):
        bundle({**MODULES, "main.js": line}, "main.js")


def test_a_circle_and_a_missing_module_are_refused():
    with pytest.raises(BundleError, match=r"main\.js imports back\.js imports main\.js: a circle"):
        bundle({"main.js": 'import * as b from "./back.js";', "back.js": 'import * as m from "./main.js";'}, "main.js")
    with pytest.raises(BundleError, match=r"no module gone\.js, which main\.js imports"):
        bundle({"main.js": 'import * as gone from "./gone.js";'}, "main.js")
