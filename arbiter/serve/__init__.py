"""Tables in the browser: persons and programs play, and others watch (`arbiter serve`)."""
