"""Every page in a real browser: accessible in both themes, quiet, and never wider than a phone."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

SITE = Path(__file__).parents[2] / "site"
PAGES = sorted(
    path.parent.relative_to(SITE).as_posix().replace(".", "", 1) if path.parent == SITE else
    path.parent.relative_to(SITE).as_posix() + "/"
    for path in SITE.rglob("index.html")
)  # fmt: skip
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


@pytest.fixture
def noise(page) -> list[str]:
    """What the page complains of, in its console or by an exception."""
    said: list[str] = []
    page.on(
        "console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_and_asks_nobody_else(page, base, hosts, noise, path, scheme):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 2000})  # no link of the sidebar half scrolled away
    page.goto(base + path)
    page.wait_for_load_state("networkidle")
    for details in page.locator(".md-content details").all():
        details.evaluate("node => { node.open = true }")
    report = Axe().run(page, options=RULES)
    assert [
        (rule["id"], rule["impact"], node["html"][:160])
        for rule in report.response["violations"]
        for node in rule["nodes"][:3]
    ] == []
    assert hosts == {base.split("/")[2]}
    assert noise == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone(page, base, path):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(base + path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_book_works_after_instant_navigation(page, base, noise):
    """Material swaps pages without loading them; elements must wake, and wake once."""
    page.goto(base + "merging/ties/")
    page.get_by_role("link", name="Step by step").first.click()
    page.wait_for_url("**/merging/step-by-step/")
    stepper = page.locator("merge-stepper")
    stepper.get_by_role("button", name="Next", exact=True).click()
    assert stepper.locator(".pw-live").count() == 1
    assert "Merge 1" in stepper.get_by_role("status").inner_text()
    page.go_back()
    page.wait_for_url("**/merging/ties/")
    page.go_forward()
    page.wait_for_url("**/merging/step-by-step/")
    assert page.locator("merge-stepper .pw-live").count() == 1
    assert noise == []


def test_a_number_says_how_it_was_computed(page, base):
    page.goto(base + "merging/step-by-step/")
    number = page.locator("pw-number").first
    button = number.get_by_role("button")
    button.focus()
    assert number.get_by_role("tooltip").is_visible()
    assert number.get_attribute("data-expr") in number.get_by_role("tooltip").inner_text()
    page.keyboard.press("Escape")
    assert not number.get_by_role("tooltip").is_visible()


def test_the_plate_of_step_by_step_does_its_challenges(page, base):
    page.goto(base + "merging/step-by-step/")
    stepper = page.locator("merge-stepper")
    state = lambda name: page.locator(f"#step-by-step-{name}").get_attribute("data-state")  # noqa: E731
    stepper.get_by_role("button", name="Next", exact=True).focus()
    assert [state(name) for name in ("halve", "overtake")] == ["todo"] * 2
    for step in range(1, 19):
        page.keyboard.press("ArrowRight")
        assert (state("halve") == "done") == (step >= 11)
        assert (state("overtake") == "done") == (step == 18)
