"""The context paper (Mańdziuk)."""
