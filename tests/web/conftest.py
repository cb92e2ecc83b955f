"""A real browser for the tests marked `browser`; without one they are skipped, with the reason."""

import os
from pathlib import Path

import pytest
from browser import CHROMIUM, Server, opened


@pytest.fixture(scope="module")
def chromium():
    if not Path(CHROMIUM).exists():
        pytest.skip("needs Debian's chromium: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs: pip install playwright")
    with sync_api.sync_playwright() as playwright:
        browser = opened(playwright)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    server = Server(tmp_path / "games")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def axe():
    """Give axe-core's script."""
    file = Path(os.environ.get("KEYPEG_AXE", "node_modules/axe-core/axe.min.js"))
    if not file.exists():
        pytest.skip("needs axe-core: npm install axe-core, or KEYPEG_AXE=.../axe.min.js")
    return file.read_text(encoding="utf-8")
