"""Play thousands of games of one kind at once, with arrays and compiled code (extra `fast`).

>>> from lastdigit.batch import Batch
>>> batch = Batch("digit-duel", 3, number_1=99)
>>> observation, mask = batch.reset(seed=1)
>>> batch.step([1, 2, 0]).reward.tolist()  # action 0, the hundreds, is illegal for 099
[0, 0, -1]
"""

from lastdigit.batch.batch import CUT_OFF, ENDED, Batch, Step, is_batched

__all__ = ["CUT_OFF", "ENDED", "Batch", "Step", "is_batched"]
