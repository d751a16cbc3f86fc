"""What all systems share: one door for chance and choice, events with clauses, matches as entries."""
