"""The landing page opens, and asks nobody but its own server for anything."""

from urllib.parse import urlsplit


def test_the_landing_page_opens_without_foreign_requests(page, base, hosts):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    response = page.goto(base, wait_until="networkidle")
    assert response.ok
    assert "Piecework" in page.title()
    assert hosts - {""} == {urlsplit(base).netloc}
    assert not errors
