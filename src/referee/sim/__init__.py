"""Many matches at once: the rules of Iconica compiled, games in bulk, many games stepped with choices from outside.

Needs the extra `sim` (numba and NumPy).
"""
