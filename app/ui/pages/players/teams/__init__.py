"""The teams on the players' page: their list, one team's seats, and the dialogs that change
them.
"""
