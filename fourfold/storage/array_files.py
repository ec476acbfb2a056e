"""Arrays by name in a safetensors file, with notes and a checksum. Nothing is ever unpickled."""

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .atomic_files import write_whole

if TYPE_CHECKING:
    import numpy as np  # takes a while to import, and lists of runs need none

MODEL = "model.safetensors"
"""The file of a run folder that holds what was learned."""
CHECK = "check"
"""The checksum in a file's metadata: a flipped bit in a weight would otherwise go unnoticed."""


def save_arrays(path: Path, arrays: "dict[str, np.ndarray]", notes: dict[str, Any], **metadata: str) -> None:
    """Write arrays by name, notes and other metadata, with a checksum of everything."""
    import numpy as np
    from safetensors.numpy import save as to_bytes

    in_order = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    metadata = {**metadata, "notes": json.dumps(notes)}
    write_whole(path, to_bytes(in_order, {**metadata, CHECK: _checksum(in_order, metadata)}))


def load_arrays(path: Path) -> "tuple[dict[str, np.ndarray], dict[str, Any]]":
    """Return the arrays of a file and its metadata, including the notes; the checksum, if any, must match."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            metadata = dict(file.metadata() or {})
            arrays = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118 (not a dict)
        check = metadata.pop(CHECK, None)
        if check is not None and check != _checksum(arrays, metadata):
            raise InputError(f"{path} is damaged: its checksum does not match")
        notes = json.loads(metadata.get("notes", "{}"))
        if not isinstance(notes, dict):
            raise InputError(f"{path} is not a model: its notes are not an object")
        return arrays, {**metadata, "notes": notes}
    except InputError:
        raise
    except (SafetensorError, OSError, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"{path} is not a model: {error}") from None


def _checksum(arrays: "dict[str, np.ndarray]", metadata: dict[str, str]) -> str:
    import numpy as np

    digest = hashlib.sha256(json.dumps(sorted(metadata.items())).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.dtype.str} {array.shape} ".encode())
        digest.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    return digest.hexdigest()
