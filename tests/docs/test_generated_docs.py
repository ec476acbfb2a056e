import importlib.util

from support.paths import DOCS


def test_the_page_about_the_command_line_is_up_to_date():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    assert generate.PAGE.read_text(encoding="utf-8") == generate.page(), "run make docs"
