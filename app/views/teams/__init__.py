"""Views of a team event: its matches, and the results of its teams."""
