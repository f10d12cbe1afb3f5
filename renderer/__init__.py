"""The board as a picture (``board.render_board``) and in words (``alt_text.describe_board``); it knows no match."""
