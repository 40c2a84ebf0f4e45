"""The page: self-contained HTML made from game records only."""
