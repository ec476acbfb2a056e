"""Tables and figures of papers, measured again: a file each, with a class Experiment."""
