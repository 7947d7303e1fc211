import { CopyButton } from "./copy-button.tsx";

/** Code as it is, with a button that copies it. */
export function CodeBlock({ code, language }: { code: string; language?: string }) {
  return (
    <div className="overflow-hidden rounded-md border bg-sunken">
      <div className="flex items-center justify-between gap-3 border-b py-1.5 pr-1.5 pl-4">
        <span className="font-mono text-xs text-muted">{language ?? "text"}</span>
        <CopyButton text={code} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-xs text-ink -outline-offset-2">
        <code>{code}</code>
      </pre>
    </div>
  );
}

/** A long value with the button that copies it. `label` names what is copied. */
export function CopyableCode({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="rounded-sm border bg-sunken px-2 py-1.5 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
