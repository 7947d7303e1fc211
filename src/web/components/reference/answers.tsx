import type { DescribedResponse } from "#src/contract/api-document.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { toneOf } from "./answer-tone.ts";
import { Code, InlineText } from "./inline-text.tsx";
import { SchemaFields } from "./schema-fields.tsx";

type Answer = DescribedResponse & { readonly status: string };

/** Every status that an operation answers with; those of success stand open. */
export function Answers({ answers }: { readonly answers: readonly Answer[] }) {
  return (
    <div className="divide-y rounded-md border bg-surface">
      {answers.map((answer) => (
        <details key={answer.status} id={answer.status} open={answer.status.startsWith("2")} className="scroll-mt-20">
          <summary className="flex items-baseline gap-3 px-4 py-2.5 -outline-offset-2">
            <Badge tone={toneOf(answer.status)} className="font-mono">
              {answer.status}
            </Badge>
            <span className="min-w-0 text-sm">
              <InlineText text={answer.description} />
            </span>
          </summary>
          <div className="grid grid-cols-1 gap-4 border-t px-4 py-4">
            <AnswerBody answer={answer} />
          </div>
        </details>
      ))}
    </div>
  );
}

function AnswerBody({ answer: { status, headers, content } }: { readonly answer: Answer }) {
  const [media] = Object.values(content);
  const types = Object.keys(content);
  return (
    <>
      {media?.schema === undefined ? (
        <p className="text-sm text-muted">No body.</p>
      ) : (
        <div className="grid grid-cols-1 gap-2">
          <p className="text-xs font-medium">
            Body <span className="font-mono font-normal text-muted">{types.join(", ")}</span>
          </p>
          <SchemaFields schema={media.schema} prefix={status} />
        </div>
      )}
      {media?.example === undefined ? null : (
        <CodeBlock
          code={typeof media.example === "string" ? media.example : JSON.stringify(media.example, null, 2)}
          language={`${status} example`}
        />
      )}
      <div className="grid gap-1.5">
        <p className="text-xs font-medium">Headers</p>
        <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
          {Object.entries(headers).map(([name, { description = "" }]) => (
            <div key={name} className="contents">
              <dt>
                <Code>{name}</Code>
              </dt>
              <dd className="text-muted max-sm:pb-1.5">
                <InlineText text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
