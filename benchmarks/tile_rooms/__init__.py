"""Random tables of Da Vinci Code for training and for measuring: prints, cloths, lamps, layouts."""
