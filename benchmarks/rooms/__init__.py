"""Rooms that never were: boards rendered by path tracing, to teach the eyes what rooms are like."""
