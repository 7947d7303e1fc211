import { describe, expect, test } from "vitest";
import { ApiDocument } from "#src/contract/api/api-document.ts";
import { describeApi } from "#src/contract/api/openapi.ts";
import { apiReference, namesIn } from "./api-reference.ts";
import { allowedValues, constraints, fieldsOf, typeText } from "./fields.tsx";
import { exampleValues, requestOf, shapeOf, slot } from "./sample-request.ts";

const reference = apiReference();
const textOf = (schema: Parameters<typeof typeText>[0]) =>
  typeText(schema)
    .map(({ text }) => text)
    .join("");

describe("the reference", () => {
  test("has every operation and every schema of the document, each in a group that is shown", () => {
    const { paths, components } = ApiDocument.parse(describeApi());
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const shown = reference.groups.flatMap(({ operations }) => operations.map(({ id }) => id));
    expect(shown.toSorted()).toEqual(ids.toSorted());
    expect([...reference.schemas.keys()].toSorted()).toEqual(Object.keys(components.schemas).toSorted());
  });

  test("leads from every name of a schema to a schema that is there", () => {
    for (const [name, schema] of reference.schemas)
      for (const named of namesIn(schema)) expect([...reference.schemas.keys()], name).toContain(named);
    for (const named of reference.usedBy.keys()) expect([...reference.schemas.keys()]).toContain(named);
  });

  test("has the shared answers in full", () => {
    const answer = reference.operations.get("getConfig")?.answers.find(({ status }) => status === "401");
    expect(answer).toMatchObject({ description: expect.any(String), headers: { "WWW-Authenticate": {} } });
  });

  test("fills in an example for whatever a request cannot do without", () => {
    for (const operation of reference.operations.values())
      expect(requestOf(shapeOf(operation), exampleValues(operation), null).path, operation.id).not.toContain("{");
  });
});

describe("types in words", () => {
  test.each([
    [{ type: "string", format: "date" }, "string (date)"],
    [{ type: ["string", "null"] }, "string or null"],
    [{ type: "array", items: { $ref: "#/components/schemas/Analyst" } }, "array of Analyst"],
    [{ anyOf: [{ $ref: "#/components/schemas/OwnModel" }, { type: "null" }] }, "OwnModel or null"],
    [{ type: "object", additionalProperties: {} }, "object"],
    [{ type: "object", additionalProperties: { type: "integer" } }, "map of integer"],
    [
      { type: "string", contentSchema: { type: "array", items: { $ref: "#/x/JobEvent" } } },
      "events, each with JobEvent",
    ],
    [{ enum: ["a", "b"] }, "string"],
    [{}, "any"],
  ])("%j is %s", (schema, text) => {
    expect(textOf(schema)).toBe(text);
  });

  test("rules are short, and what only says that a number fits says nothing", () => {
    expect(constraints({ type: "integer", minimum: 1, maximum: 100, default: 20 })).toEqual(["1 to 100", "default 20"]);
    expect(constraints({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual(["at least 0"]);
    expect(constraints({ anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }] })).toEqual([
      "at most 9 characters",
    ]);
    expect(allowedValues({ type: "array", items: { enum: ["a", "b"] } })).toEqual(['"a"', '"b"']);
  });

  test("fields of what has no name are found in arrays and beside null", () => {
    const inner = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    expect(fieldsOf({ type: "array", items: inner })).toEqual([["a", { type: "string" }, true]]);
    expect(fieldsOf({ anyOf: [inner, { type: "null" }] })).toEqual([["a", { type: "string" }, true]]);
  });
});

test("what is filled in goes to its place, and nothing else is sent", () => {
  const operation = reference.operations.get("streamEvents");
  if (operation === undefined) throw new Error("no operation");
  const filled = {
    [slot("path", "job_id")]: "a/b",
    [slot("query", "after")]: "7",
    [slot("header", "Last-Event-ID")]: "",
    [slot("query", "unknown")]: "x",
  };
  expect(requestOf(shapeOf(operation), filled, null)).toMatchObject({
    path: "/v1/analyses/a%2Fb/events?after=7",
    headers: {},
    key: true,
  });
});
