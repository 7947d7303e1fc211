import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import type { DescribedResponse } from "#src/contract/api/api-document.ts";
import { capitalised } from "#src/report/text/result-text.ts";
import { Neighbours } from "#src/web/components/content/document-page.tsx";
import { toneOf, operationPath } from "#src/web/components/reference/reference-paths.ts";
import { apiReference, type Callback, nameOf, type Operation } from "#src/web/components/reference/api-reference.ts";
import {
  FieldList,
  Code,
  InlineText,
  MethodBadge,
  SchemaFields,
  allowedValues,
} from "#src/web/components/reference/fields.tsx";
import { exampleBodies, exampleValues, requestOf, shapeOf } from "#src/web/components/reference/sample-request.ts";
import { SampleTabs } from "#src/web/components/reference/sample-tabs.tsx";
import { answersOf, sampleLanguages } from "#src/web/components/reference/samples.ts";
import { TryIt } from "#src/web/components/reference/try-it.tsx";
import { Badge } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb } from "#src/web/components/ui/page-parts.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { siteOrigin, type PageProps } from "#src/web/page-request.ts";
import { viewer } from "#src/web/viewer.ts";

async function operationAt({ params }: PageProps<"operation">): Promise<Operation> {
  return apiReference().operations.get((await params).operation) ?? notFound();
}

export async function generateMetadata(props: PageProps<"operation">): Promise<Metadata> {
  const { id, summary, description } = await operationAt(props);
  return { title: `${summary} · API reference`, description, alternates: { canonical: operationPath(id) } };
}

export default async function OperationPage(props: PageProps<"operation">) {
  const operation = await operationAt(props);
  const { id, method, path, summary, description, tag } = operation;
  const all = [...apiReference().operations.values()];
  const at = all.indexOf(operation);
  return (
    <>
      <Breadcrumb
        steps={[
          { label: "API reference", href: "/docs/api" },
          { label: capitalised(tag), href: `/docs/api#${tag}` },
          { label: id },
        ]}
      />
      <div className="grid grid-cols-1 gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <header className="grid gap-3 xl:col-span-2">
          <h1 className="text-2xl font-semibold">{summary}</h1>
          <Address method={method} path={path} />
          <p className="max-w-2xl text-base text-muted">
            <InlineText text={description} />
          </p>
        </header>
        <div className="grid grid-cols-1 content-start gap-6 xl:col-start-2">
          <Request operation={operation} />
        </div>
        <div className="grid grid-cols-1 content-start gap-8 xl:col-start-1 xl:row-start-2">
          <OperationView operation={operation} />
        </div>
      </div>
      <Neighbours
        label="Previous and next operations"
        previous={neighbour(all[at - 1])}
        next={neighbour(all[at + 1])}
      />
    </>
  );
}

function neighbour(operation: Operation | undefined): { title: string; path: string } | undefined {
  return operation && { title: operation.summary, path: operationPath(operation.id) };
}

/** The request in each language, and the form that sends it. */
async function Request({ operation }: { readonly operation: Operation }) {
  const [origin, who] = await Promise.all([siteOrigin(), viewer()]);
  const shape = shapeOf(operation);
  const filled = exampleValues(operation);
  const bodies = exampleBodies(operation);
  const request = requestOf(shape, filled, bodies[0]?.text ?? null);
  const sample = { origin, request, answers: answersOf(operation) };
  return (
    <>
      <section aria-labelledby="request" className="grid grid-cols-1 gap-2">
        <h2 id="request" className="text-base font-semibold">
          Request
        </h2>
        <SampleTabs
          key={operation.id}
          samples={sampleLanguages.map(({ id, label, print }) => ({ id, label, code: print(sample) }))}
        />
      </section>
      <details className="rounded-md border bg-surface">
        <summary className="px-4 py-2.5 text-base font-semibold -outline-offset-2">Try it</summary>
        <div className="border-t">
          <TryIt
            key={operation.id}
            shape={shape}
            fields={operation.parameters.map(({ in: place, name, required, schema }) => ({
              in: place,
              name,
              required,
              values: allowedValues(named(schema.$ref) ?? schema).map(plainText),
            }))}
            filled={filled}
            bodies={bodies}
            signedIn={who !== null}
            changes={operation.method !== "GET"}
          />
        </div>
      </details>
    </>
  );
}

function named(reference: string | undefined) {
  return reference === undefined ? undefined : apiReference().schemas.get(nameOf(reference));
}

/** As it stands in an address: a text without its quotes. */
function plainText(json: string): string {
  return json.replace(/^"(.*)"$/, "$1");
}

const places = { path: "Path", query: "Query", header: "Headers", cookie: "Cookies" } as const;

/** The method and the address of an operation. */
function Address({ method, path }: Pick<Operation, "method" | "path">) {
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <MethodBadge method={method} />
      <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
      <CopyButton text={path} label="Copy path" />
    </div>
  );
}

/** What an operation takes and answers. */
function OperationView({ operation }: { readonly operation: Operation }) {
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

type Answer = DescribedResponse & { readonly status: string };

/** Every status that an operation answers with; those of success stand open. */
function Answers({ answers }: { readonly answers: readonly Answer[] }) {
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
