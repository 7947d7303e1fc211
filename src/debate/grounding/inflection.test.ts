import { expect, test } from "vitest";
import { formsOf } from "./inflection.ts";

test.each([
  ["climb", ["climb", "climbs", "climbing", "climbed"]],
  ["drop+", ["drop", "drops", "dropping", "dropped"]],
  ["rally", ["rally", "rallies", "rallying", "rallied"]],
  ["surge", ["surge", "surges", "surging", "surged"]],
  ["rise/rose/risen", ["rise", "rises", "rising", "rose", "risen"]],
])("the forms of «%s»", (verb, forms) => {
  expect(formsOf(verb)).toEqual(forms);
});
