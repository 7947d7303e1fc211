import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { loadArticles } from "#src/product/content/library.ts";
import {
  apiVersions,
  versionChanges,
  versionHeader,
  type ApiVersion,
  type VersionChange,
} from "#src/contract/api/api-versions.ts";
import { countText, counted } from "#src/core/text/number-text.ts";
import { apiReference, type Operation } from "#src/web/components/reference/api-reference.ts";
import { Code, InlineText, MethodBadge, SchemaLinks } from "#src/web/components/reference/fields.tsx";
import { matches, operationPath } from "#src/web/components/reference/reference-paths.ts";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { paramOf, siteOrigin, type PageProps } from "#src/web/page-request.ts";

const link = "text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const query = await paramOf(searchParams, "q");
  if (query !== null) return { title: `API reference: ${query.slice(0, 60)}`, robots: { index: false } };
  return { title: "API reference", description: apiReference().description, alternates: { canonical: "/docs/api" } };
}

export default async function Reference({ searchParams }: PageProps) {
  const query = (await paramOf(searchParams, "q"))?.trim() ?? "";
  const { version, description, operations } = apiReference();
  return (
    <div className="grid grid-cols-1 gap-10">
      <header className="grid gap-3">
        <h1 className="text-2xl font-semibold sm:text-3xl">API reference</h1>
        <p className="max-w-2xl text-base text-muted">{description}</p>
        <p className="text-sm text-muted">
          Version {version}. {countText(operations.size)} operations.{" "}
          <a href="/openapi.json" className={link}>
            openapi.json
          </a>
        </p>
      </header>
      {query === "" ? <Basics origin={await siteOrigin()} /> : null}
      <Found query={query} />
    </div>
  );
}

function Found({ query }: { readonly query: string }) {
  const { groups, schemas } = apiReference();
  const found = groups
    .map((group) => ({ ...group, operations: group.operations.filter((one) => matches(textOf(one), query)) }))
    .filter(({ operations }) => operations.length > 0);
  const names = [...schemas.keys()].filter((name) => matches(name, query));
  const hits = found.reduce((sum, { operations }) => sum + operations.length, names.length);
  return (
    <>
      {query === "" ? null : (
        <p className="flex flex-wrap gap-x-3">
          {hits === 0 ? "No results" : counted(hits, "result")} for “{query}”
          <Link href="/docs/api" className={link}>
            All operations
          </Link>
        </p>
      )}
      {found.map(({ name, description, operations }) => (
        <Part key={name} id={name} title={name} about={description}>
          <Operations operations={operations} />
        </Part>
      ))}
      {names.length === 0 ? null : (
        <Part id="schemas" title="Schemas" about="Request and response types, by name.">
          <SchemaLinks names={names} />
        </Part>
      )}
    </>
  );
}

function textOf({ id, method, path, summary, description, parameters }: Operation): string {
  return [id, method, path, summary, description, ...parameters.map(({ name }) => name)].join(" ");
}

function Operations({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <ul className="divide-y rounded-md border bg-surface">
      {operations.map(({ id, tag, method, path, summary }) => (
        // Where links of the former reference lead.
        <li key={id} id={`/${tag}/${id}`} className="scroll-mt-20 target:bg-accent-soft">
          <Link
            href={operationPath(id)}
            prefetch={false}
            className="group grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
          >
            <span className="font-medium text-accent underline-offset-4 group-hover:underline">{summary}</span>
            <span className="flex min-w-0 items-baseline gap-2">
              <MethodBadge method={method} />
              <span className="min-w-0 font-mono text-xs text-muted [overflow-wrap:anywhere]">{path}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const changesOf = (version: ApiVersion): readonly Pick<VersionChange, "operation" | "about">[] =>
  versionChanges.filter((change) => change.version === version);

/** What holds for every operation; the help articles say it at length. */
function Basics({ origin }: { readonly origin: string }) {
  const guides = loadArticles().filter(({ section }) => section === "api");
  return (
    <>
      <Part id="authentication" title="Authentication">
        <p className="text-muted">
          <Link href="/keys" className={link}>
            Create a key
          </Link>{" "}
          and send it with each request in <Code>X-API-Key</Code>, or as a bearer token in <Code>Authorization</Code>.
          On these pages, you can also try most operations with your current session.
        </p>
        <CodeBlock code={`curl ${origin}/v1/config \\\n  -H "X-API-Key: $CONCLAVE_API_KEY"`} language="sh" />
      </Part>
      <Part id="versions" title="Versions">
        <p className="text-muted">
          Name one in <Code>{versionHeader}</Code>. Without it you get the version of your key.{" "}
          <Link href="/help/api-versions" className={link}>
            How versions work
          </Link>
        </p>
        <dl className="grid gap-3">
          {apiVersions.map((version) => (
            <div key={version} className="grid gap-1">
              <dt>
                <Code>{version}</Code>
              </dt>
              {changesOf(version).map(({ operation, about }) => (
                <dd key={about} className="text-muted">
                  <Link href={operationPath(operation)} prefetch={false} className={link}>
                    {operation}
                  </Link>
                  : <InlineText text={about} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </Part>
      <Part id="guides" title="Guides">
        <ul className="grid gap-2 sm:grid-cols-2">
          {guides.map(({ path, title }) => (
            <li key={path}>
              <Link href={path} prefetch={false} className={link}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

function Part({ id, title, about, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="grid gap-0.5">
        <h2 id={id} className="scroll-mt-20 text-lg font-semibold first-letter:uppercase">
          {title}
        </h2>
        {about === undefined ? null : (
          <p className="text-sm text-muted">
            <InlineText text={about} />
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
