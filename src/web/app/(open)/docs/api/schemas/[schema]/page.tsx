import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import type { DescribedSchema } from "#src/contract/api/api-document.ts";
import { apiReference, namesIn } from "#src/web/components/reference/api-reference.ts";
import { operationPath, schemaPath } from "#src/web/components/reference/reference-paths.ts";
import { SchemaFields, SchemaLinks, Rules } from "#src/web/components/reference/fields.tsx";
import { Breadcrumb } from "#src/web/components/ui/page-parts.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";
import type { PageProps } from "#src/web/page-request.ts";

async function schemaAt({
  params,
}: PageProps<"schema">): Promise<{ readonly name: string; readonly schema: DescribedSchema }> {
  const { schema: name } = await params;
  return { name, schema: apiReference().schemas.get(name) ?? notFound() };
}

export async function generateMetadata(props: PageProps<"schema">): Promise<Metadata> {
  const { name } = await schemaAt(props);
  return {
    title: `${name} · API reference`,
    description: `The fields of the schema ${name}.`,
    alternates: { canonical: schemaPath(name) },
  };
}

export default async function SchemaPage(props: PageProps<"schema">) {
  const { name, schema } = await schemaAt(props);
  const { operations, usedBy, schemas } = apiReference();
  const users = (usedBy.get(name) ?? []).flatMap((id) => operations.get(id) ?? []);
  const holders = [...schemas].filter(([, other]) => namesIn(other).includes(name)).map(([other]) => other);
  return (
    <div className="grid grid-cols-1 gap-8">
      <header>
        <Breadcrumb
          steps={[
            { label: "API reference", href: "/docs/api" },
            { label: "Schemas", href: "/docs/api#schemas" },
            { label: name },
          ]}
        />
        <h1 className="font-mono text-2xl font-semibold [overflow-wrap:anywhere]">{name}</h1>
      </header>
      <div className="grid gap-2">
        <SchemaFields schema={schema} prefix="field" />
        <div className="text-sm text-muted">
          <Rules schema={schema} />
        </div>
      </div>
      {users.length === 0 ? null : (
        <Part title="Operations">
          <ul className="grid gap-1.5">
            {users.map(({ id, summary }) => (
              <li key={id}>
                <TextLink href={operationPath(id)} prefetch={false}>
                  {summary}
                </TextLink>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {holders.length === 0 ? null : (
        <Part title="Part of">
          <SchemaLinks names={holders} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
