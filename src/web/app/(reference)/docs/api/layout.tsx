import type { ReactNode } from "react";
import { apiReference, type Operation } from "#src/web/components/reference/api-reference.ts";
import { ReferenceNav, type NavGroup } from "#src/web/components/reference/reference-nav.tsx";
import { operationPath, schemaPath } from "#src/web/components/reference/reference-paths.ts";
import { PublicFooter } from "#src/web/components/shell/public-footer.tsx";
import { PublicHeader } from "#src/web/components/shell/public-header.tsx";
import { viewer } from "#src/web/viewer.ts";

export default async function ReferenceLayout({ children }: { readonly children: ReactNode }) {
  const signedIn = (await viewer()) !== null;
  return (
    <>
      <PublicHeader signedIn={signedIn} />
      <div className="mx-auto grid max-w-6xl gap-x-10 px-4 max-lg:pt-4 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <aside aria-label="Contents" className="min-w-0">
          <ReferenceNav groups={navGroups()} />
        </aside>
        <main id="main" className="min-w-0 py-8">
          {children}
        </main>
      </div>
      <PublicFooter />
    </>
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
