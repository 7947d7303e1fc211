# Generated from _async by scripts/make-client.ts.
