"""The skeleton that the two graded games share: levels plus d6 minus d6, read as graded outcomes."""
