"""What `lastdigit new-game` begins with: a whole small game under the name of your-game.

It is code like any other, linted, typed and tried in the tests; `new_game` copies it under a name.
"""
