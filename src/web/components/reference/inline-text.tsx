/** A description as the document has it: what stands between backquotes is code. */
export function InlineText({ text }: { readonly text: string }) {
  return text.split("`").map((part, at) => (at % 2 === 0 ? part : <Code key={at}>{part}</Code>));
}

export function Code({ children }: { readonly children: string }) {
  return (
    <code className="inline-block max-w-full rounded-sm bg-sunken px-1 font-mono text-[0.8125em] text-ink [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}
