import type { Operation } from "./api-reference.ts";

/** One request: what the samples print and what "Try it" sends. */
export interface SampleRequest {
  readonly method: string;
  /** From the root of the site, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether an API key goes with it. */
  readonly key: boolean;
  /** JSON. */
  readonly body: string | null;
}

/** What was filled in, by `place name`, such as `query limit`. */
export type Filled = Readonly<Record<string, string>>;

export function slot(place: string, name: string): string {
  return `${place} ${name}`;
}

/** An example of each value that a request cannot do without. */
export function exampleValues({ parameters }: Pick<Operation, "parameters">): Filled {
  return Object.fromEntries(
    parameters.flatMap(({ in: place, name, required, example }) =>
      required && typeof example === "string" ? [[slot(place, name), example]] : [],
    ),
  );
}

/** The examples of a body, as people would write them; an empty object where there is none. */
export function exampleBodies({ body }: Pick<Operation, "body">): { readonly label: string; readonly text: string }[] {
  if (body === null) return [];
  const { example, examples = {} } = body.media;
  const named = Object.entries(examples).map(([name, { summary = name, value }]) => ({ label: summary, value }));
  return (named.length > 0 ? named : [{ label: "Example", value: example ?? {} }]).map(({ label, value }) => ({
    label,
    text: JSON.stringify(value, null, 2),
  }));
}

/** Of an operation what a request is made of. */
export interface Shape extends Pick<Operation, "method" | "path" | "access"> {
  readonly parameters: readonly Pick<Operation["parameters"][number], "in" | "name">[];
  /** The type of the body. */
  readonly bodyType: string | null;
}

export function shapeOf({ method, path, access, parameters, body }: Operation): Shape {
  return {
    method,
    path,
    access,
    parameters: parameters.map(({ in: place, name }) => ({ in: place, name })),
    bodyType: body?.type ?? null,
  };
}

export function requestOf(
  { method, path, parameters, bodyType, access }: Shape,
  filled: Filled,
  text: string | null,
): SampleRequest {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let at = path;
  for (const { in: place, name } of parameters) {
    const value = filled[slot(place, name)] ?? "";
    if (place === "path") at = at.replace(`{${name}}`, value === "" ? `{${name}}` : encodeURIComponent(value));
    else if (value === "") continue;
    else if (place === "query") query.append(name, value);
    else if (place === "header") headers[name] = value;
  }
  if (bodyType !== null) headers["Content-Type"] = bodyType;
  return {
    method,
    path: query.size === 0 ? at : `${at}?${query.toString()}`,
    headers,
    key: access === "key",
    body: text,
  };
}
