"""The book on paper, and without scripts."""


def test_without_scripts_a_chapter_is_complete(browser, base):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base + "merging/step-by-step/")
    static = page.locator("merge-stepper .pw-static")
    assert static.is_visible()
    assert static.locator("tbody tr").count() == 18
    assert page.locator("pw-number").first.inner_text().strip().isdigit()
    context.close()


def test_in_print_the_plate_is_its_table(page, base):
    page.goto(base + "merging/step-by-step/")
    page.wait_for_selector("merge-stepper .pw-live")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("merge-stepper .pw-static").is_visible()
    assert not page.locator("merge-stepper .pw-live").is_visible()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
