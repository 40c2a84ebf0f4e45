"""Build recipe of `arbiter.host._launch`, the arbiter's own C extension (cffi, API mode, stable ABI)."""

from pathlib import Path

from cffi import FFI

HERE = Path(__file__).parent

ffibuilder = FFI()
ffibuilder.cdef((HERE / "launch.cdef.h").read_text(encoding="utf-8"))
ffibuilder.set_source(
    "arbiter.host._launch",
    '#include "launch.h"',
    sources=[
        f"arbiter/host/{name}.c"
        for name in ("launch", "ask", "guard", "sandbox", "root", "rights", "proctree", "usage")
    ],
    include_dirs=["arbiter/host"],
    depends=sorted(f"arbiter/host/{path.name}" for path in HERE.glob("*.h")),
    extra_compile_args=["-std=c11", "-O2", "-fvisibility=hidden"],
    py_limited_api=True,
)

if __name__ == "__main__":
    ffibuilder.compile(verbose=True)
