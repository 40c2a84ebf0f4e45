from tests.serve.fixtures import server

__all__ = ["server"]
