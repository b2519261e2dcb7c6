// Imported before packages that ask whether something is a URL and use none: an engine's bare shell need not have the class.
globalThis.URL ??= class URL {};
