"""The engines: typed access to the C extension. Plain values go in and come out; no C data escapes this package."""
