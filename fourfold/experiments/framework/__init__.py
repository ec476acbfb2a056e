"""What all experiments share: cells that are stored when measured, plots, rates."""
