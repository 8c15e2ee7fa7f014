// A switch of the clock on the table in words, as app/views/table/clock_presses.py.

/** What it is taken for. */
export const taken = ({ interrupt }) => (interrupt ? "interrupt" : "ended the turn");

/** What it was instead, if it is read in the other way. */
export const otherwise = ({ interrupt }) => (interrupt ? "ended the turn" : "was an interrupt");
