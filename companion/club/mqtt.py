"""A connection to an MQTT broker (version 5): the only file that knows the package for it.

`Link` connects in a thread of its own and again when it is lost, and never blocks who publishes.
What happens is told to `heard`, from that thread, as a value of `companion.club.connection`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.club.broker_address import Broker
from companion.club.connection import Acked, Down, Got, Happened, Message, Up
from companion.errors import DisplayError
from companion.i18n import _
from companion.optional import require

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo
    from paho.mqtt.properties import Properties

__all__ = ["Lasting", "Link"]

# seconds of silence until a client says that it is there: a broker takes 1.5 times as long for
# offline (MQTT 5), and mosquitto looks every 5 s
KEEP_ALIVE_S = 6
# between two tries to connect, doubled from the first to the second; seconds, chosen, no
# measurement
RETRY_S = (1, 10)
# until a broker that does not answer is given up for now; seconds, chosen, no measurement
CONNECT_S = 3.0
DAY_S = 24 * 3600  # seconds of a day, by definition
# until the last message is not waited for any more when a broker is left; seconds, chosen: it is
# there, and answers within some milliseconds
LEAVING_S = 2.0
IN_FLIGHT = 100  # messages that are sent before the first is acknowledged; chosen, no measurement
TAKEN_OVER = 0x8E  # MQTT 5, reason code "session taken over"; by its standard


@dataclass(frozen=True, slots=True)
class Lasting:
    """Whether the broker keeps what comes while this client is away, for `seconds` (0: not)."""

    seconds: int = 0


class Link:
    """One connection. `will` is what the broker says for it when it is gone without a word.

    Messages that come are acknowledged to the broker when `taken` says so.
    """

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        heard: Callable[[Happened], None],
        *,
        will: Message | None = None,
        subscribed: Sequence[str] = (),
        lasting: Lasting = Lasting(),
    ) -> None:
        """Raise `MissingPart` without its package, `DisplayError` for a certificate."""
        self._heard = heard
        self._subscribed = tuple(subscribed)
        self._lasting = lasting
        self._broker = broker
        self._client = self._made(client_id)
        self._last: MQTTMessageInfo | None = None
        if will:
            self._client.will_set(will.topic, will.payload, will.qos, will.retain)

    def start(self) -> None:
        """Connect, and again whenever the connection is lost; returns at once."""
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = self._lasting.seconds
        properties.ReceiveMaximum = IN_FLIGHT
        self._client.connect_async(
            self._broker.host,
            self._broker.port,
            KEEP_ALIVE_S,
            clean_start=not self._lasting.seconds,
            properties=properties,
        )
        self._client.loop_start()

    def publish(self, message: Message) -> int:
        """Send `message` as soon as it can be; return its number, which is acked later."""
        self._last = sent = self._client.publish(
            message.topic,
            message.payload,
            message.qos,
            message.retain,
            _expiring(message.expires_s) if message.expires_s else None,
        )
        return sent.mid

    def taken(self, number: int) -> None:
        """Tell the broker that a message that came is kept here; 0 is one that asks for no word."""
        if number:
            self._client.ack(number, 1)

    def close(self) -> None:
        """Leave in order, when the last message is taken in, so that the will is not said.

        A socket that is closed before the broker's answer was read is reset (RFC 1122, 4.2.2.13),
        and the broker drops what it had not yet read: the last messages, and that this was leaving.
        """
        if self._last and self._client.is_connected():
            # a message that was refused is not waited for
            with suppress(RuntimeError, ValueError):
                self._last.wait_for_publish(LEAVING_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _made(self, client_id: str) -> Client:
        require("club")
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id,
            protocol=MQTTProtocolVersion.MQTTv5,
            manual_ack=True,
        )
        client.reconnect_delay_set(*RETRY_S)
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(IN_FLIGHT)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        if self._broker.is_tls:
            self._secure(client)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        return client

    def _secure(self, client: Client) -> None:
        try:
            client.tls_set(str(self._broker.ca) if self._broker.ca else None)
        except (OSError, ValueError) as error:
            raise DisplayError(
                _("The broker's certificate '{path}' cannot be read: {why}.").format(
                    path=self._broker.ca, why=error
                ),
                hint=_("Copy ca.crt from the hub to here, and name it as ?ca=ca.crt."),
            ) from error

    def _on_connect(
        self, client: Client, _data: object, _flags: object, reason: Any, _more: object
    ) -> None:
        if reason.is_failure:
            self._heard(Down(str(reason)))
            return
        if self._subscribed:
            client.subscribe([(topic, _options()) for topic in self._subscribed])
        self._heard(Up())

    def _on_connect_fail(self, _client: Client, _data: object) -> None:
        self._heard(Down(_("nobody answers")))

    def _on_disconnect(
        self, client: Client, _data: object, _flags: object, reason: Any, _more: object
    ) -> None:
        is_final = reason.value == TAKEN_OVER
        if is_final:
            client.disconnect()
        self._heard(Down(str(reason), is_final))

    def _on_publish(
        self, _client: Client, _data: object, number: int, _reason: object, _more: object
    ) -> None:
        self._heard(Acked(number))

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self._heard(Got(message.topic, bytes(message.payload), message.mid, message.retain))


def _options() -> Any:
    from paho.mqtt.subscribeoptions import SubscribeOptions

    return SubscribeOptions(qos=1)


def _expiring(seconds: int) -> Properties:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = seconds
    return properties
