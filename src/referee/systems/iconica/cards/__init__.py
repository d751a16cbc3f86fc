"""Cards as data: the effect language, what it compiles to, and thirty original characters."""
