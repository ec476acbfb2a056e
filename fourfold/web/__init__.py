"""The board in the browser: a server of one page and of a small JSON API."""
