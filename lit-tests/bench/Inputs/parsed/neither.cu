no program at all
