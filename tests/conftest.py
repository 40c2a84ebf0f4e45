"""Programs under test can be interrupted, even where whoever started the tests has had Ctrl-C ignored."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell does for what runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)
