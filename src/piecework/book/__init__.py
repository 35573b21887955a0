"""The machinery of the site: Markdown extensions, checks and fonts. Not part of the wheel."""
