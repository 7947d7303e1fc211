import type { Document, Schema } from "./described.ts";

/** Whether what is generated is read from answers (pydantic models) or written into requests (typed dictionaries). */
type Kind = "models" | "params";

interface Generator {
  readonly kind: Kind;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Classes by name, those that others rest on first. */
  readonly classes: Map<string, string>;
}

/** What would hide a name of the language is called differently. */
const renamed: Readonly<Record<string, string>> = { Error: "ErrorBody", Record: "PublicRecord" };
/** Words of Python that are names of the API. */
const keywords = new Set(["from", "return", "class", "global", "import", "in", "is", "not", "or", "and", "pass"]);
const heading = (about: string): string => `"""${about}

Generated from openapi.json by scripts/make-client.ts.
"""

from __future__ import annotations

`;

/** models.py: what answers hold. */
export function pythonModels({ components: { schemas } }: Document): string {
  const made: Generator = { kind: "models", schemas, classes: new Map() };
  const aliases: string[] = [];
  const unions: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const called = renamed[name] ?? name;
    if (schema.properties !== undefined) addClass(made, called, schema);
    else if (schema.enum === undefined) unions.push(`${called} = ${typeOf(made, schema, called)}\n`);
    else aliases.push(`${called} = ${typeOf(made, schema, called)}\n`);
  }
  const names = Object.keys(schemas).map((name) => `    "${renamed[name] ?? name}",\n`);
  return `${heading("What the API answers.")}import datetime as dt
from typing import Any, Dict, List, Literal, Union

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
${names.toSorted().join("")}]


class Model(BaseModel):
    """Keeps fields that are newer than this package."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)


${aliases.join("")}

${[...made.classes.values()].join("\n\n")}

${unions.join("")}
# Fields name classes that stand further down.
for _model in Model.__subclasses__():
    _model.model_rebuild()
`;
}

/** params.py: what requests take as keyword arguments. */
export function pythonParams({ paths, components: { schemas } }: Document): string {
  const made: Generator = { kind: "params", schemas, classes: new Map() };
  const bodies = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => (isWithBody(operation) ? [JSON.stringify(operation.requestBody)] : []))
    .flatMap((body) => [...body.matchAll(/"#\/components\/schemas\/(\w+)"/g)]);
  const names = new Set([...bodies.map(([, name = ""]) => name), "BatchLine"]);
  for (const name of [...names].toSorted()) addClass(made, `${name}Params`, schemas[name] ?? {});
  return `${heading("What requests take.")}import datetime as dt
from typing import Any, Literal, Mapping, Sequence, Union

from typing_extensions import Required, TypedDict


${[...made.classes.values()].join("\n\n")}`;
}

function isWithBody(operation: unknown): operation is { readonly requestBody: unknown } {
  return typeof operation === "object" && operation !== null && "requestBody" in operation;
}

function addClass(made: Generator, name: string, schema: Schema): void {
  // So that one that refers to itself ends.
  made.classes.set(name, "");
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties ?? {}).map(([property, of]) =>
    field(made, { owner: name, property, of, isRequired: required.has(property) }),
  );
  const base = made.kind === "models" ? "Model" : "TypedDict, total=False";
  const body = lines.length === 0 ? "    pass\n" : lines.join("");
  made.classes.delete(name);
  made.classes.set(name, `class ${name}(${base}):\n${docstring(schema.description)}${body}`);
}

function field(
  made: Generator,
  asked: { readonly owner: string; readonly property: string; readonly of: Schema; readonly isRequired: boolean },
): string {
  const { owner, property, of, isRequired } = asked;
  const type = typeOf(made, of, `${owner.replace(/Params$/, "")}${pascal(property)}`);
  const name = keywords.has(property) ? `${property}_` : property;
  const doc = docstring(of.description);
  if (made.kind === "params") return `    ${name}: ${isRequired ? `Required[${type}]` : type}\n${doc}`;
  const optional = isRequired || / \| None$|^None$|^Any$/.test(type) ? type : `${type} | None`;
  const alias = name === property ? "" : `alias="${property}"`;
  if (alias !== "") return `    ${name}: ${optional} = Field(${isRequired ? "" : "default=None, "}${alias})\n${doc}`;
  return `    ${name}: ${optional}${isRequired ? "" : " = None"}\n${doc}`;
}

function docstring(text: string | undefined): string {
  return text === undefined ? "" : `    """${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''")}"""\n`;
}

/**
 * The Python type of a schema.
 * @param name of the class that is made when the schema is an object of its own
 */
function typeOf(made: Generator, schema: Schema, name: string): string {
  if (schema.$ref !== undefined) return referenced(made, schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(made, choices, name);
  if (schema.enum !== undefined) return words(schema.enum, made.kind);
  if (schema.properties !== undefined) return ownClass(made, schema, name);
  const types = [schema.type ?? "any"].flat();
  const plain = types.filter((type) => type !== "null").map((type) => simple(made, { ...schema, type }, name));
  return [...new Set(plain), ...(types.includes("null") ? ["None"] : [])].join(" | ");
}

function simple(made: Generator, schema: Schema, name: string): string {
  switch (schema.type) {
    case "string":
      return stringType(schema.format, made.kind);
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "array": {
      const item = typeOf(made, schema.items ?? {}, name.replace(/ies$/, "y").replace(/([^s])s$/, "$1"));
      return made.kind === "models" ? `List[${item}]` : `Sequence[${item}]`;
    }
    case "object": {
      const of = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
      const value = typeOf(made, of, `${name}Value`);
      return made.kind === "models" ? `Dict[str, ${value}]` : `Mapping[str, ${value}]`;
    }
    default:
      return "Any";
  }
}

function stringType(format: string | undefined, kind: Kind): string {
  const parsed = format === "date" ? "dt.date" : format === "date-time" ? "dt.datetime" : null;
  if (parsed === null) return "str";
  return kind === "models" ? parsed : `str | ${parsed}`;
}

/** Of several words an answer may hold one that is newer than this package; one alone tells what an object is. */
function words(values: NonNullable<Schema["enum"]>, kind: Kind): string {
  const literal = `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
  const areWords = values.every((value) => typeof value === "string");
  return kind === "models" && values.length > 1 && areWords ? `Union[${literal}, str]` : literal;
}

function union(made: Generator, choices: readonly Schema[], name: string): string {
  const isNull = ({ type }: Schema): boolean => type === "null";
  const others = choices.filter((choice) => !isNull(choice));
  const several = others.filter(({ properties }) => properties !== undefined).length > 1;
  const types = others.map((choice, index) =>
    typeOf(made, choice, several ? `${name}${pascal(kindOf(choice) ?? String(index + 1))}` : name),
  );
  const all = [...new Set(types)];
  const one = all.length === 1 ? (all[0] ?? "Any") : `Union[${all.join(", ")}]`;
  return choices.some(isNull) ? `${one} | None` : one;
}

/** The one word by which an object of a union is known. */
function kindOf({ properties = {} }: Schema): string | null {
  for (const { enum: values } of Object.values(properties)) if (values?.length === 1) return String(values[0]);
  return null;
}

function referenced(made: Generator, $ref: string): string {
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  const called = renamed[name] ?? name;
  const schema = made.schemas[name] ?? {};
  if (made.kind === "models") return called;
  if (schema.properties === undefined) return typeOf(made, schema, called);
  if (!made.classes.has(`${called}Params`)) addClass(made, `${called}Params`, schema);
  return `${called}Params`;
}

function ownClass(made: Generator, schema: Schema, name: string): string {
  const called = made.kind === "models" ? name : `${name}Params`;
  if (!made.classes.has(called)) addClass(made, called, schema);
  return called;
}

function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
