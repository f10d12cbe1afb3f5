"""``python -m plakoto_bot``. Nothing but the call stands here: Python compiles this file anew at every start."""

import sys

from plakoto_bot.command_line import main

if __name__ == "__main__":
    sys.exit(main())
