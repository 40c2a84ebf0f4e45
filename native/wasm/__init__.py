"""The engines as WebAssembly, which pages carry as data; made by `python -m native.wasm`."""
