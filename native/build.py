"""Build recipe of `native._engine`, the engines' one C extension (cffi, API mode, stable ABI)."""

from pathlib import Path

from cffi import FFI

HERE = Path(__file__).parent
ffibuilder = FFI()
ffibuilder.cdef((HERE / "common/engine.cdef.h").read_text(encoding="utf-8"))
ffibuilder.set_source(
    "native._engine",
    '#include "common/engine.h"',
    sources=sorted(f"native/{path.relative_to(HERE)}" for path in HERE.glob("*/*.c")),
    include_dirs=["native"],
    # Every header, or the sdist would not build and an edit would not rebuild.
    depends=sorted(f"native/{path.relative_to(HERE)}" for path in HERE.glob("*/*.h")),
    # Hidden: names of one file that another calls are nobody else's, and no other library takes their place.
    extra_compile_args=["-std=c11", "-O3", "-fno-tree-slp-vectorize", "-fvisibility=hidden"],
    py_limited_api=True,
)

if __name__ == "__main__":
    ffibuilder.compile(verbose=True)
