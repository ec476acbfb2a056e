"""The expert-moves paper (Liskowski, Jaśkowski and Krawiec)."""
