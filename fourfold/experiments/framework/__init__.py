"""What all experiments share: cells that are stored when measured, plots, winning rates."""
