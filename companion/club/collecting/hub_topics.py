"""The topics that hubs have among themselves, and what a hub hears of tables."""

from companion.club.wire import topics

__all__ = ["HUBS", "hub_topic", "subscriptions", "tournament_topic"]

HUBS = f"{topics.ROOT}/hubs"


def hub_topic(hub: str) -> str:
    """Return the topic on which `hub` says how much it has."""
    return f"{HUBS}/{hub}/total"


def tournament_topic(hub: str, number: int | str) -> str:
    """Return the topic on which `hub` keeps what it let happen as event `number`."""
    return f"{HUBS}/{hub}/tournament/{number}"


def subscriptions(share: str = "") -> tuple[str, ...]:
    """Return what a hub hears; hubs that `share` a name each get a part of the events."""
    events = topics.all_tables(topics.EVENTS)
    kept = (topics.STATUS, topics.META, topics.SCENE, topics.MATCHES, topics.ACK)
    shared = f"$share/{share}/{events}" if share else events
    return (*(topics.all_tables(leaf) for leaf in kept), shared,
            hub_topic("+"), tournament_topic("+", "+"))  # fmt: skip
