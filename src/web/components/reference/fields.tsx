import Link from "next/link";
import type { DescribedSchema } from "#src/contract/api/api-document.ts";
import { countText, counted } from "#src/core/text/number-text.ts";
import { apiReference, nameOf } from "./api-reference.ts";
import { schemaPath } from "./reference-paths.ts";
import { Badge, type Tone, TextLink } from "#src/web/components/ui/elements.tsx";

/** A type in words, in parts: those with a name of their own have a page. */
export interface TypePart {
  readonly text: string;
  /** The schema that it names. */
  readonly schema?: string;
}

/** `string (date)`, `array of Analyst`, `OwnModel or null`. */
export function typeText(schema: DescribedSchema): TypePart[] {
  const { $ref, anyOf, oneOf, allOf, type, items, format, contentSchema, additionalProperties, properties } = schema;
  if ($ref !== undefined) return [{ text: nameOf($ref), schema: nameOf($ref) }];
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices !== undefined) return joined(choices.map(typeText), allOf === undefined ? " or " : " and ");
  if (contentSchema !== undefined)
    return [{ text: "events, each with " }, ...typeText(contentSchema.items ?? contentSchema)];
  if (type === "array") return [{ text: "array of " }, ...(items === undefined ? [{ text: "any" }] : typeText(items))];
  if (type === "object" && properties === undefined && typeof additionalProperties === "object")
    return Object.keys(additionalProperties).length === 0
      ? [{ text: "object" }]
      : [{ text: "map of " }, ...typeText(additionalProperties)];
  const kinds = [type ?? kindOf(schema)]
    .flat()
    .map((kind) => (format === undefined || kind === "null" ? kind : `${kind} (${format})`));
  return [{ text: kinds.join(" or ") }];
}

function kindOf({ const: constant, enum: values, properties }: DescribedSchema): string {
  if (properties !== undefined) return "object";
  return constant === undefined && values === undefined ? "any" : typeof (constant ?? values?.[0]);
}

function joined(parts: readonly TypePart[][], word: string): TypePart[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [{ text: word }, ...part]));
}

/** What a value must keep to, each rule a short phrase. */
export function constraints(schema: DescribedSchema): string[] {
  const own = [
    range("", schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? null : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? null : `less than ${schema.exclusiveMaximum}`,
    range("character", schema.minLength, schema.maxLength),
    range("item", schema.minItems, schema.maxItems),
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== null);
  const inner = (schema.anyOf ?? []).filter(({ $ref }) => $ref === undefined);
  return [...own, ...inner.flatMap(constraints)];
}

function range(unit: string, least: number | undefined, most: number | undefined): string | null {
  const [from, to] = [least, largest(most)];
  const many = (count: number): string => (unit === "" ? String(count) : counted(count, unit));
  if (from === undefined) return to === undefined ? null : `at most ${many(to)}`;
  if (to === undefined) return `at least ${many(from)}`;
  return from === to ? `exactly ${many(from)}` : `${unit === "" ? from : countText(from)} to ${many(to)}`;
}

/** What only says that a number must fit its type says nothing. */
function largest(most: number | undefined): number | undefined {
  return most === Number.MAX_SAFE_INTEGER ? undefined : most;
}

/** The values to choose from; none where any will do. */
export function allowedValues({ enum: values, const: constant, anyOf = [], items }: DescribedSchema): string[] {
  if (constant !== undefined) return [JSON.stringify(constant)];
  if (values !== undefined) return values.map((value) => JSON.stringify(value));
  return [...anyOf, ...(items === undefined ? [] : [items])].flatMap(allowedValues);
}

/** The patterns that texts must match. */
export function patterns({ pattern, anyOf = [], items }: DescribedSchema): string[] {
  return [
    ...(pattern === undefined ? [] : [pattern]),
    ...[...anyOf, ...(items === undefined ? [] : [items])].flatMap(patterns),
  ];
}

/** The fields of an object, or of the objects in an array or beside `null`, that has no name of its own. */
export function fieldsOf(schema: DescribedSchema): [name: string, field: DescribedSchema, required: boolean][] {
  const { properties, required = [], items, anyOf = [], additionalProperties } = schema;
  if (properties !== undefined)
    return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]);
  const inner = [
    ...anyOf,
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ];
  return inner.flatMap((one) => (one.$ref === undefined ? fieldsOf(one) : []));
}

const link = "text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

/** The type of a value; schemas with a name lead to their page. */
function TypeText({ schema }: { readonly schema: DescribedSchema }) {
  return (
    <span className="font-mono text-xs text-muted">
      {typeText(schema).map(({ text, schema: named }, at) =>
        named === undefined ? (
          text
        ) : (
          <Link key={at} href={schemaPath(named)} prefetch={false} className={link}>
            {text}
          </Link>
        ),
      )}
    </span>
  );
}

interface Row {
  readonly name: string;
  readonly schema: DescribedSchema;
  readonly required: boolean;
  readonly description?: string | undefined;
}

/** Values by name, each with an anchor of its own that starts with `prefix`. */
export function FieldList({ rows, prefix }: { readonly rows: readonly Row[]; readonly prefix: string }) {
  return (
    <dl className="divide-y border-y">
      {rows.map((row) => (
        <FieldRow key={row.name} row={row} id={`${prefix}.${row.name}`} />
      ))}
    </dl>
  );
}

function FieldRow({ row: { name, schema, required, description = schema.description }, id }: { row: Row; id: string }) {
  const inner = fieldsOf(schema);
  return (
    <div id={id} className="scroll-mt-20 py-3 target:bg-accent-soft">
      <dt className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <a
          href={`#${id}`}
          className="font-mono text-sm font-medium [overflow-wrap:anywhere] underline-offset-4 hover:underline"
        >
          {name}
        </a>
        <TypeText schema={schema} />
        {required ? <span className="text-xs font-medium text-warning">required</span> : null}
      </dt>
      <dd className="mt-1 grid gap-1 text-sm text-muted">
        {description === undefined ? null : (
          <p>
            <InlineText text={description} />
          </p>
        )}
        <Rules schema={schema} />
        {inner.length === 0 ? null : (
          <details className="mt-1 rounded-md border bg-surface px-3">
            <summary className="py-2 text-xs font-medium text-ink">Fields of {name}</summary>
            <FieldList
              rows={inner.map(([field, of, needed]) => ({ name: field, schema: of, required: needed }))}
              prefix={id}
            />
          </details>
        )}
      </dd>
    </div>
  );
}

/** What a value must keep to. */
export function Rules({ schema }: { readonly schema: DescribedSchema }) {
  const values = allowedValues(schema);
  const rules = constraints(schema);
  const shapes = patterns(schema);
  return (
    <>
      {values.length === 0 ? null : (
        <p className="flex flex-wrap items-baseline gap-1.5">
          <span className="text-xs">{values.length === 1 ? "Always" : "One of"}</span>
          {values.map((value) => (
            <Code key={value}>{value}</Code>
          ))}
        </p>
      )}
      {rules.length === 0 ? null : <p className="text-xs">{sentence(rules)}</p>}
      {shapes.map((shape) => (
        <p key={shape} className="text-xs">
          Matches <Code>{shape}</Code>
        </p>
      ))}
    </>
  );
}

function sentence(rules: readonly string[]): string {
  const text = rules.join(" · ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a body holds: of a schema with a name its fields too, so that one page says it all. */
export function SchemaFields({ schema, prefix }: { readonly schema: DescribedSchema; readonly prefix: string }) {
  const named = schema.$ref === undefined ? null : nameOf(schema.$ref);
  const whole = named === null ? schema : apiReference().schemas.get(named);
  const fields = whole === undefined ? [] : fieldsOf(whole);
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-xs text-muted">
        <TypeText schema={schema} />
      </p>
      {whole?.description === undefined ? null : (
        <p className="text-sm text-muted">
          <InlineText text={whole.description} />
        </p>
      )}
      {fields.length === 0 ? null : (
        <FieldList
          rows={fields.map(([name, field, required]) => ({ name, schema: field, required }))}
          prefix={prefix}
        />
      )}
    </div>
  );
}

/** Links to the pages of schemas. */
export function SchemaLinks({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
      {names.map((name) => (
        <li key={name}>
          <TextLink href={schemaPath(name)} prefetch={false} className="font-mono text-xs">
            {name}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

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

const tones: Readonly<Record<string, Tone>> = { GET: "info", POST: "positive", DELETE: "negative" };

export function MethodBadge({ method }: { readonly method: string }) {
  return (
    <Badge tone={tones[method] ?? "neutral"} className="justify-center font-mono">
      {method}
    </Badge>
  );
}
