"""What all games share: codes and how they are marked, events, commitments, turns. Pure."""
