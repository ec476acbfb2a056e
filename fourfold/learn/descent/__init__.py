"""Values learned from the search trees of a net's own games."""
