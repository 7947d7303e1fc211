import { Download } from "lucide-react";
import { countText } from "#src/platform/number-text.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { toneOf } from "./answer-tone.ts";
import type { Received } from "./send-request.ts";

/** What came back, as it came; JSON is indented. */
export function ReceivedAnswer({
  received: { status, ms, headers, text, file, done },
}: {
  readonly received: Received;
}) {
  return (
    <section aria-label="Response" className="grid grid-cols-1 gap-3 border-t pt-4">
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-2">
        <Badge tone={toneOf(String(status))} className="font-mono">
          {status === 0 ? "3xx" : status}
        </Badge>
        <span className="text-xs text-muted tabular-nums">
          {status === 0 ? "A redirect, which this page does not follow. " : ""}
          {countText(ms)} ms{done ? "" : ", still receiving"}
        </span>
      </p>
      {headers.length === 0 ? null : (
        <dl className="grid gap-x-4 gap-y-0.5 font-mono text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
          {headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {file === null ? null : (
        <Button asChild variant="secondary" className="justify-self-start">
          <a href={file.url} download={file.name}>
            <Download aria-hidden /> {file.name}, {countText(file.bytes)} bytes
          </a>
        </Button>
      )}
      {text === "" ? null : (
        <div className="[&_pre]:max-h-96 [&_pre]:overflow-y-auto">
          <CodeBlock code={text} language="response" />
        </div>
      )}
    </section>
  );
}
