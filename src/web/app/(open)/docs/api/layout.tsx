import type { ReactNode } from "react";
import { apiReference, type Operation } from "#src/web/components/reference/api-reference.ts";
import { ReferenceNav, type NavGroup } from "#src/web/components/reference/reference-nav.tsx";
import { operationPath, schemaPath } from "#src/web/components/reference/reference-paths.ts";

export default function ReferenceLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-10 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <aside aria-label="Contents" className="min-w-0">
        <ReferenceNav groups={navGroups()} />
      </aside>
      <div className="min-w-0 max-lg:pt-6">{children}</div>
    </div>
  );
}

function navGroups(): NavGroup[] {
  const { groups, schemas } = apiReference();
  return [
    ...groups.map(({ name, operations }) => ({
      title: name,
      entries: operations.map((operation) => ({
        href: operationPath(operation.id),
        label: operation.summary,
        method: operation.method,
        text: searchText(operation),
      })),
    })),
    {
      title: "Schemas",
      folded: true,
      entries: [...schemas].map(([name, { properties = {} }]) => ({
        href: schemaPath(name),
        label: name,
        text: [name, ...Object.keys(properties)].join(" "),
      })),
    },
  ];
}

function searchText({ id, method, path, summary, parameters }: Operation): string {
  return [id, method, path, summary, ...parameters.map(({ name }) => name)].join(" ");
}
