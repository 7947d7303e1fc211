import { CopyButton } from "./copy-button.tsx";

/** A long value with the button that copies it. `label` names what is copied. */
export function CopyableCode({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="rounded-sm border bg-sunken px-2 py-1.5 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
