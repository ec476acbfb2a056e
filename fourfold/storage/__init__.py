"""Files that survive a kill at any moment: run folders, checkpoints, checksums, progress.

May import: the top of the package, binding, parallel. Contract: a file is whole at every moment;
nothing is unpickled.
"""
