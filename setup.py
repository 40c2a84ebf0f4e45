"""What pyproject.toml cannot say: two C extensions, compiled on every core, and a wheel for every Python from 3.11."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildAtOnce(build_ext):
    """Compiles as many sources at once as there are cores: half a minute of one, and all that a user waits for."""

    def build_extension(self, ext: Extension) -> None:
        """Build an extension."""
        one_by_one = self.compiler.compile

        def compile_at_once(sources: list[str], *args: Any, **options: Any) -> list[str]:
            with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads:
                made = threads.map(lambda source: one_by_one([source], *args, **options), sources)
                return [name for names in made for name in names]

        self.compiler.compile = compile_at_once
        try:
            super().build_extension(ext)
        finally:
            self.compiler.compile = one_by_one


setup(
    cffi_modules=["native/build.py:ffibuilder", "arbiter/host/build.py:ffibuilder"],
    cmdclass={"build_ext": BuildAtOnce},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
