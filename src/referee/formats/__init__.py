"""Files and text forms: matches on disk, intents as words."""
