"""The command line: ordinary Python on top of everything else."""
