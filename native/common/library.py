"""The C extension, or one line that says that it is not built."""

from __future__ import annotations

import sys

try:
    from native._engine import ffi, lib
except ImportError as error:  # a checkout without a build
    sys.exit(f"arbitro: the engine is not built ({error}); run 'make build'")

__all__ = ["ffi", "lib"]
