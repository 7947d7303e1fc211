import type { ReactNode } from "react";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { Answers } from "./answers.tsx";
import type { Callback, Operation } from "./api-reference.ts";
import { FieldList } from "./fields.tsx";
import { Code, InlineText } from "./inline-text.tsx";
import { MethodBadge } from "./method-badge.tsx";
import { SchemaFields } from "./schema-fields.tsx";

const places = { path: "Path", query: "Query", header: "Headers", cookie: "Cookies" } as const;

/** The method and the address of an operation. */
export function Address({ method, path }: Pick<Operation, "method" | "path">) {
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <MethodBadge method={method} />
      <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
      <CopyButton text={path} label="Copy path" />
    </div>
  );
}

/** What an operation takes and answers. */
export function OperationView({ operation }: { readonly operation: Operation }) {
  const { access, parameters, body, answers, callbacks } = operation;
  return (
    <>
      <Part id="access" title="Authentication">
        <p className="text-muted">
          {access === "open" ? (
            "No API key is needed."
          ) : (
            <>
              Send an API key in <Code>X-API-Key</Code>, or as a bearer token in <Code>Authorization</Code>.
            </>
          )}
        </p>
      </Part>
      {(["path", "query", "header", "cookie"] as const).map((place) => {
        const rows = parameters.filter((parameter) => parameter.in === place);
        return rows.length === 0 ? null : (
          <Part key={place} id={place} title={places[place]}>
            <FieldList rows={rows} prefix={place} />
          </Part>
        );
      })}
      {body?.media.schema === undefined ? null : (
        <Part id="body" title="Body">
          <p className="font-mono text-xs text-muted">{body.type}</p>
          <SchemaFields schema={body.media.schema} prefix="body" />
        </Part>
      )}
      <Part id="responses" title="Responses">
        <Answers answers={answers} />
      </Part>
      {callbacks.map((callback) => (
        <CallbackView key={callback.id} callback={callback} />
      ))}
    </>
  );
}

function CallbackView({ callback: { id, summary, url, parameters, media, answers } }: { readonly callback: Callback }) {
  return (
    <Part id={id} title={`Webhook: ${summary}`}>
      <p className="text-muted">
        Sent to <Code>{url}</Code>.
      </p>
      <FieldList rows={parameters} prefix={`${id}.header`} />
      {media?.schema === undefined ? null : <SchemaFields schema={media.schema} prefix={`${id}.body`} />}
      <dl className="grid gap-1 text-sm">
        {answers.map(({ status, description }) => (
          <div key={status} className="flex gap-2">
            <dt>
              <Code>{status}</Code>
            </dt>
            <dd className="text-muted">
              <InlineText text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Part({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="scroll-mt-20 text-base font-semibold">
        <a href={`#${id}`} className="underline-offset-4 hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}
