"""The pages of the main window, a folder for each."""
