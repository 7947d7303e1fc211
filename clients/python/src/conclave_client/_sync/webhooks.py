# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

from typing import Any, Sequence, cast

from typing_extensions import Unpack

from .._call import Call, adapter, given, json_call, path_of
from ..models import CreatedEndpoint, Endpoint, EndpointDelivery, RotatedSecret
from ..params import SaveEndpointParams
from .pages import Pages
from .transport import Transport


class Webhooks:
    """The webhooks of your account: URLs that are told of the events that you chose."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, **request: Unpack[SaveEndpointParams]) -> CreatedEndpoint:
        """Its answer alone has the signing secret. When it is lost on the way, nothing is tried again: look at `list`."""
        call = json_call("POST", path_of("webhooks"), request, once=True)
        return cast(CreatedEndpoint, self._transport.read(CreatedEndpoint, call))

    def list(self) -> Sequence[Endpoint]:
        """Oldest first."""
        body = self._transport.read(dict[str, Any], Call("GET", path_of("webhooks")))
        return cast(Sequence[Endpoint], adapter(Sequence[Endpoint]).validate_python(body["data"]))

    def get(self, id: str) -> Endpoint:
        return cast(Endpoint, self._transport.read(Endpoint, Call("GET", path_of("webhooks", id))))

    def replace(self, id: str, **request: Unpack[SaveEndpointParams]) -> Endpoint:
        """Replaces URL, name and events."""
        return cast(Endpoint, self._transport.read(Endpoint, json_call("PUT", path_of("webhooks", id), request)))

    def delete(self, id: str) -> None:
        """Deletes it with its deliveries."""
        self._transport.send(Call("DELETE", path_of("webhooks", id)))

    def pause(self, id: str) -> Endpoint:
        """Events are not recorded for it until it is resumed."""
        return cast(Endpoint, self._transport.read(Endpoint, Call("POST", path_of("webhooks", id, "pause"))))

    def resume(self, id: str) -> Endpoint:
        return cast(Endpoint, self._transport.read(Endpoint, Call("POST", path_of("webhooks", id, "resume"))))

    def rotate_secret(self, id: str) -> RotatedSecret:
        """A new secret, shown here alone. Both secrets hold for a day: give `verify_webhook` both."""
        call = Call("POST", path_of("webhooks", id, "rotate-secret"), once=True)
        return cast(RotatedSecret, self._transport.read(RotatedSecret, call))

    def test(self, id: str) -> EndpointDelivery:
        """Sends a message of type `webhook.test`."""
        call = Call("POST", path_of("webhooks", id, "test"), once=True)
        return cast(EndpointDelivery, self._transport.read(EndpointDelivery, call))

    def deliveries(self, id: str, *, limit: int | None = None) -> Pages[EndpointDelivery]:
        """Every message with its attempts, newest first."""
        return Pages(self._transport, EndpointDelivery, path_of("webhooks", id, "deliveries"), given(limit=limit))

    def redeliver(self, id: str, delivery_id: str) -> EndpointDelivery:
        call = Call("POST", path_of("webhooks", id, "deliveries", delivery_id, "redeliver"), once=True)
        return cast(EndpointDelivery, self._transport.read(EndpointDelivery, call))
