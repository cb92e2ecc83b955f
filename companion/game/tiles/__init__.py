"""Games of tiles in rows: Da Vinci Code, refereed from what all can see. Pure."""
