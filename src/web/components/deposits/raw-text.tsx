import { indentJson } from "./indent-json.ts";

/** JSON as it came, in a box that scrolls. `label` says what it is. */
export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap text-ink -outline-offset-2"
    >
      {text === "" ? <span className="text-muted">empty</span> : indentJson(text)}
    </section>
  );
}
