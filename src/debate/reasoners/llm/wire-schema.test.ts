import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  AnalystAnswer,
  PlanAnswer,
  ProposalAnswer,
  ResearcherAnswer,
  RiskAnswer,
  ThesisAnswer,
  VerdictAnswer,
} from "#src/contract/run/answers.ts";
import { wireSchema } from "./call.ts";

const answers = {
  AnalystAnswer,
  PlanAnswer,
  ProposalAnswer,
  ResearcherAnswer,
  RiskAnswer,
  VerdictAnswer,
  ThesisAnswer,
};

function keywords(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) keywords(one, found);
  else if (typeof schema === "object" && schema !== null)
    for (const [key, value] of Object.entries(schema)) {
      found.add(key);
      if (key === "properties" && typeof value === "object" && value !== null)
        for (const one of Object.values(value)) keywords(one, found);
      else keywords(value, found);
    }
  return found;
}

describe.each(Object.entries(answers))("%s", (_name, answer) => {
  test("uses no keyword that a strict mode refuses", () => {
    const allowed = new Set(["type", "properties", "required", "additionalProperties", "items", "enum", "anyOf"]);
    expect([...keywords(wireSchema(answer))].filter((key) => !allowed.has(key))).toEqual([]);
  });

  test("has text first, requires every field and is closed", () => {
    const { properties, required, additionalProperties } = wireSchema(answer);
    expect(Object.keys(properties ?? {})[0]).toBe("text");
    expect(required?.toSorted()).toEqual(Object.keys(properties ?? {}).toSorted());
    expect(additionalProperties).toBe(false);
  });
});

test("ranges, patterns and formats do not go over the wire, descriptions do", () => {
  const schema = z.object({
    n: z.int().min(2).max(5).describe("2 to 5"),
    s: z.string().regex(/x/).min(1),
    d: z.iso.date(),
  });
  expect(wireSchema(schema)).toEqual({
    type: "object",
    properties: { n: { type: "integer", description: "2 to 5" }, s: { type: "string" }, d: { type: "string" } },
    required: ["n", "s", "d"],
    additionalProperties: false,
  });
});
