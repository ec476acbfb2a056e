"""One finished game, files of games in the field's formats, and whether the rules allow them.

May import: everything up to evaluators. Contract: a reader yields `StoredGame`; one more format is one more entry of
`detect.FORMATS`.
"""
