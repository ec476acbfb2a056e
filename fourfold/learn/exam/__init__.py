"""An exam: positions whose results are proven, and what a player makes of them.

No learner: nothing here is trained. `questions.py` makes the positions, `sitting.py` puts them to a player, `marks.py`
says where it errs.
"""
