"""Army lists, their points and the losses of armies."""
