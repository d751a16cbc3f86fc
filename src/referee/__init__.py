"""referee: a neutral referee for four tabletop rule systems.

>>> import referee
>>> referee.__version__
'0.1.0'
"""

__version__ = "0.1.0"
