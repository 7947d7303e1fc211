import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import { ignoredFieldsHeader } from "#src/contract/api/api-versions.ts";
import { unknownFields, type UnknownField } from "#src/core/text/unknown-fields.ts";

/** An unknown field, with the known one that was meant. */
export type MeantField = UnknownField & { readonly meant: string };

interface Told {
  readonly outgoing: ServerResponse;
  readonly names: Set<string>;
}

/** Requests of operations that tell of fields that they do not have. */
const watched = new WeakMap<IncomingMessage, Told>();

const mostNamed = 20;
const longestName = 60;

export function watchFields(incoming: IncomingMessage, outgoing: ServerResponse): void {
  watched.set(incoming, { outgoing, names: new Set() });
}

/**
 * Unknown fields go into a header.
 * @returns those close to a known one
 */
export function strayFields(incoming: IncomingMessage, schema: z.ZodType, value: unknown): readonly MeantField[] {
  const told = watched.get(incoming);
  if (told === undefined) return [];
  const before = told.names.size;
  const meant: MeantField[] = [];
  for (const field of unknownFields(schema, value)) {
    if (field.meant !== null) meant.push({ ...field, meant: field.meant });
    else told.names.add(nameOf(field));
  }
  if (told.names.size > before) told.outgoing.setHeader(ignoredFieldsHeader, textOf([...told.names]));
  return meant;
}

/** Without list indices; a header cannot hold every character. */
function nameOf({ path }: UnknownField): string {
  const name = path.filter((part) => typeof part === "string").join(".");
  return name.slice(0, longestName).replaceAll(/[^\w.-]/g, "?");
}

function textOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
