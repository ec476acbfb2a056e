"""The games that come with Fourfold: one file each, nothing to register."""
