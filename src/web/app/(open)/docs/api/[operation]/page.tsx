import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { capitalised } from "#src/report/result-text.ts";
import { Neighbours } from "#src/web/components/content/neighbours.tsx";
import { apiReference, nameOf, type Operation } from "#src/web/components/reference/api-reference.ts";
import { InlineText } from "#src/web/components/reference/inline-text.tsx";
import { Address, OperationView } from "#src/web/components/reference/operation-view.tsx";
import { operationPath } from "#src/web/components/reference/reference-paths.ts";
import { exampleBodies, exampleValues, requestOf, shapeOf } from "#src/web/components/reference/sample-request.ts";
import { SampleTabs } from "#src/web/components/reference/sample-tabs.tsx";
import { answersOf, sampleLanguages } from "#src/web/components/reference/samples.ts";
import { allowedValues } from "#src/web/components/reference/schema-text.ts";
import { TryIt } from "#src/web/components/reference/try-it.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { siteOrigin } from "#src/web/site-origin.ts";
import { viewer } from "#src/web/viewer.ts";

interface Props {
  readonly params: Promise<{ readonly operation: string }>;
}

async function operationAt({ params }: Props): Promise<Operation> {
  return apiReference().operations.get((await params).operation) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { id, summary, description } = await operationAt(props);
  return { title: `${summary} · API reference`, description, alternates: { canonical: operationPath(id) } };
}

export default async function OperationPage(props: Props) {
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
