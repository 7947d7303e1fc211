import type { DescribedSchema } from "#src/contract/api-document.ts";
import { apiReference, nameOf } from "./api-reference.ts";
import { FieldList, TypeText } from "./fields.tsx";
import { InlineText } from "./inline-text.tsx";
import { schemaPath } from "./reference-paths.ts";
import { fieldsOf } from "./schema-text.ts";
import { TextLink } from "#src/web/components/ui/text-link.tsx";

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
