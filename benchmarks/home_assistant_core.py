"""A Home Assistant core with nothing but its MQTT integration; run by Home Assistant's own Python.

    python home_assistant_core.py PORT

It reads commands, a line each, and answers each by a line of JSON: `states` by all entities and
what they show, `press ENTITY` by presses of a button, `end` by leaving.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.auth import auth_manager_from_config


async def begun(folder, port):
    """Return a core that is connected to the broker at `port`."""
    Path(folder, "configuration.yaml").write_text("")
    hass = core.HomeAssistant(folder)
    hass.config.skip_pip = True
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await hass.config_entries.async_initialize()
    await bootstrap.async_load_base_functionality(hass)
    hass.auth = await auth_manager_from_config(hass, [{"type": "homeassistant"}], [])
    entry = config_entries.ConfigEntry(
        version=1,
        minor_version=1,
        domain="mqtt",
        title="club",
        source="user",
        data={"broker": "127.0.0.1", "port": port, "discovery": True, "protocol": "5"},
    )
    await hass.config_entries.async_add(entry)
    await hass.async_start()
    if entry.state is not config_entries.ConfigEntryState.LOADED:
        sys.exit(f"the MQTT integration is {entry.state}")
    return hass


async def answer(hass, words):
    if words[0] == "press":
        await hass.services.async_call("button", "press", {"entity_id": words[1]}, blocking=True)
    return {state.entity_id: state.state for state in hass.states.async_all()}


async def main(port):
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        hass = await begun(folder, port)
        print(json.dumps("ready"), flush=True)
        while (words := (await loop.run_in_executor(None, sys.stdin.readline)).split()) != ["end"]:
            print(json.dumps(await answer(hass, words)), flush=True)
        await hass.async_stop(force=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
