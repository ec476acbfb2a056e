"""Nets fitted to how their own games ended."""
