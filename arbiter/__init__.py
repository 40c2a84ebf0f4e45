"""The judge: makes two programs play each other over pipes and reports what happened."""

__version__ = "0.1.0"
