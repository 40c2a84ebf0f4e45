"""What pyproject.toml cannot say: the two C extensions, and that their wheel serves every Python from 3.11 on."""

from setuptools import setup

setup(
    cffi_modules=["native/build.py:ffibuilder", "arbiter/host/build.py:ffibuilder"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
