import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { describeApi } from "#src/contract/api/openapi.ts";
import type { Route } from "#src/contract/api/route.ts";
import { routes } from "#src/contract/api/routes.ts";
import { answerOf, apiDocument, documentText, faults, type Operation } from "#tests/support/api-document.ts";

const operations: [name: string, operation: Operation][] = Object.entries(apiDocument.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
);

describe("openapi.json", () => {
  test("is what the contract says now: run scripts/make-openapi.ts when it is not", () => {
    expect(JSON.stringify(JSON.parse(documentText))).toBe(JSON.stringify(describeApi()));
  });

  test("leaves the contract's schemas as they are for everybody else, such as the answers that models are asked for", () => {
    const before = z.toJSONSchema(AnalysisRequest, { io: "input" });
    describeApi();
    expect(z.toJSONSchema(AnalysisRequest, { io: "input" })).toEqual(before);
    expect(before).toHaveProperty("properties.ticker");
  });

  test("is OpenAPI 3.1 of API version 0.1.0", () => {
    expect(apiDocument).toMatchObject({ openapi: "3.1.0", info: { version: "0.1.0" } });
  });

  test("has every operation of the contract, each under its own id", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(
      Object.values<Route>(routes)
        .map(({ operationId }) => operationId)
        .toSorted(),
    );
    expect(operations.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        "POST /v1/analyses",
        "GET /v1/analyses/{job_id}",
        "DELETE /v1/analyses/{job_id}",
        "GET /v1/config",
      ]),
    );
  });

  test("declares DELETE as the specification does: job_id, the optional X-API-Key, and 200, 404, 422", () => {
    const operation = apiDocument.paths["/v1/analyses/{job_id}"]?.["delete"];
    expect(operation?.parameters).toEqual([
      expect.objectContaining({ name: "job_id", in: "path", required: true, schema: { type: "string" } }),
      expect.objectContaining({
        name: "X-API-Key",
        in: "header",
        required: false,
        schema: { type: ["string", "null"] },
      }),
    ]);
    for (const [status, schema] of [
      [200, "Job"],
      [404, "Error"],
      [422, "HTTPValidationError"],
    ] as const)
      expect(operation && answerOf(operation, status)?.content?.["application/json"]?.schema).toEqual({
        $ref: `#/components/schemas/${schema}`,
      });
  });

  test.each(operations)("%s declares every error that any request can meet", (_name, operation) => {
    const open = Object.values<Route>(routes).some(
      (route) => route.operationId === operation.operationId && route.open === true,
    );
    // Where nobody is asked who they are, nobody is unknown to us or too eager; 503 may say more than an Error does.
    for (const status of open ? [403, 500] : [401, 403, 429, 500, 503])
      expect(answerOf(operation, status)?.content?.["application/json"]?.schema).toEqual({
        $ref: "#/components/schemas/Error",
      });
  });

  test.each(operations.filter(([name]) => name.includes(" /v1/")))(
    "%s declares the answer to an unknown version, and the version it answers in",
    (_name, operation) => {
      expect(answerOf(operation, 400)?.content?.["application/json"]?.schema).toEqual({
        $ref: "#/components/schemas/Error",
      });
      for (const answer of Object.values(operation.responses))
        if (!("$ref" in answer)) expect(answer.headers).toHaveProperty("Conclave-Version");
    },
  );

  test.each(operations)("%s shows examples that are as its schemas say", (_name, operation) => {
    const requests = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema, examples }) =>
      Object.values(examples).map(({ value }) => ({ schema, value })),
    );
    const answers = Object.keys(operation.responses).flatMap((status) =>
      Object.entries(answerOf(operation, Number(status))?.content ?? {}).map(([type, { schema, example }]) => ({
        schema,
        value: example,
        json: /^application\/(?:[\w.]+\+)?json$/.test(type),
        status,
      })),
    );
    for (const { schema, value } of requests) expect(faults(schema, value)).toEqual([]);
    for (const { schema, value, json, status } of answers) if (json) expect(faults(schema, value), status).toEqual([]);
  });

  test("a schema of it refuses what it should", () => {
    const job = { $ref: "#/components/schemas/Job" };
    expect(faults(job, { id: "ana_1" }).length).toBe(3);
    const wrong = faults({ $ref: "#/components/schemas/SubmitAnalysis" }, { ticker: "", trade_date: "2025-6-2" });
    expect(new Set(wrong.map((fault) => fault.split(":")[0]))).toEqual(new Set(["ticker", "trade_date"]));
  });
});
