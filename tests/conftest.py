"""Property tests have no time limit of their own: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("referee", deadline=None)
settings.load_profile("referee")
