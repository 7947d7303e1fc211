import type { Json, KnownKeys } from "./known-objects.ts";

/** `<parameter=rating>Hold</parameter>` and `<rating>Hold</rating>`; of nested tags the innermost. */
const tag = /<(?:parameter=)?([A-Za-z][\w-]{0,63})>([^<]*(?:<(?!\/?[A-Za-z][\w-]*[=>])[^<]*)*)<\/(?:parameter|\1)>/g;

interface TaggedFields {
  readonly value: Json;
  /** Fields that stand there twice. */
  readonly repeated: ReadonlySet<string>;
  /** What stands beside the tags. */
  readonly around: string;
}

/** Qwen3-Coder writes fields as tags. @returns `null` where there are not two */
export function taggedFields(text: string, known: KnownKeys): TaggedFields | null {
  const found = [...text.matchAll(tag)].flatMap(([whole, name = "", inside = ""]) =>
    known(name, inside) ? [{ whole, name, inside: inside.trim() }] : [],
  );
  const names = found.map(({ name }) => name);
  if (new Set(names).size < 2) return null;
  return {
    value: Object.fromEntries(found.map(({ name, inside }) => [name, inside])),
    repeated: new Set(names.filter((name, index) => names.indexOf(name) !== index)),
    around: found.reduce((rest, { whole }) => rest.replace(whole, ""), text).trim(),
  };
}
