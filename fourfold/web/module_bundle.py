"""Bundles ES modules into one: on a slow connection a page waits for each level of imports, and all are needed.

Every module becomes a function that returns its exports; they run in the order of their dependencies. Only the forms of
import and export below are supported; any other is an error when the server starts.
"""

import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "\./([\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function\*? |class |const )(\w+)", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\s*[(.].*", re.MULTILINE)


class BundleError(Exception):
    """Modules that cannot be bundled."""


def bundle(modules: Mapping[str, str], main: str) -> str:
    """Return one module equivalent to main; modules are the sources by name."""
    functions = [as_function(name, modules[name]) for name in in_order(modules, main)]
    return "\n".join(["const MODULES = {};", *functions])


def in_order(modules: Mapping[str, str], main: str) -> list[str]:
    """Return the names of the modules that main needs, each after its own dependencies."""
    found: list[str] = []
    visit(modules, main, (), found)
    return found


def visit(modules: Mapping[str, str], name: str, needed_by: tuple[str, ...], found: list[str]) -> None:
    if name in needed_by:
        raise BundleError(f"{' imports '.join([*needed_by, name])}: a circle")
    if name not in modules:
        raise BundleError(f"there is no module {name}, which {needed_by[-1] if needed_by else 'the page'} imports")
    for _, needed in IMPORT.findall(modules[name]):
        if needed not in found:
            visit(modules, needed, (*needed_by, name), found)
    found.append(name)


def as_function(name: str, source: str) -> str:
    """Return the statement that runs a module and stores its exports."""
    exported = [found[1] for found in EXPORT.findall(source)]
    body = IMPORT.sub(lambda found: declaration(*found.groups()), EXPORT.sub(r"\1\2", source))
    unknown = UNKNOWN.search(body)
    if unknown:
        raise BundleError(f"{name}: {unknown[0]!r} is not a form of import or export that can be bundled")
    return f'MODULES["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exported)} }};\n}})();\n'


def declaration(names: str, module: str) -> str:
    """Return the declaration that replaces an import."""
    bound = names.removeprefix("* as ") if names.startswith("*") else names.replace(" as ", ": ")
    return f'const {bound} = MODULES["{module}"];'
