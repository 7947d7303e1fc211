import { describe, expect, test } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { toolCallsIn } from "./text-tool-calls.ts";

const open = ["search_news", "price_history"];
const input = { query: "china", days: 30 };
const object = JSON.stringify({ name: "search_news", arguments: input });

describe("a request for a tool is read", () => {
  test.each([
    ["bare", object],
    ["in <tool_call>", `<tool_call>\n${object}\n</tool_call>`],
    ["behind thoughts", `<think>I need news.</think>${object}`],
    ["as a list behind [TOOL_CALLS]", `[TOOL_CALLS][${object}]`],
    ["with [ARGS]", `[TOOL_CALLS]search_news[ARGS]${JSON.stringify(input)}`],
    ["with the name before its object", `[TOOL_CALLS]search_news${JSON.stringify(input)}</s>`],
    ["in <function=…>", `<function=search_news>${JSON.stringify(input)}</function>`],
    [
      "with <parameter=…>",
      "<function=search_news>\n<parameter=query>\nchina\n</parameter>\n<parameter=days>30</parameter>\n</function>",
    ],
    [
      "in a channel of harmony",
      `<|channel|>analysis<|message|>I need news.<|end|><|start|>assistant<|channel|>commentary to=functions.search_news <|constrain|>json<|message|>${JSON.stringify(input)}<|call|>`,
    ],
    ["with its arguments as a text", JSON.stringify({ name: "search_news", arguments: JSON.stringify(input) })],
  ])("%s", (_name, text) => {
    expect(toolCallsIn(text, open)).toEqual([{ id: "text-1", name: "search_news", input }]);
  });

  test("once for each", () => {
    const two = `[TOOL_CALLS]search_news[ARGS]${JSON.stringify(input)}[TOOL_CALLS]price_history[ARGS]{"sessions":20}`;
    expect(toolCallsIn(two, open).map(({ name }) => name)).toEqual(open);
  });
});

test.each([
  ["of a tool that is not open", '{"name":"delete_all","arguments":{}}'],
  ["in prose", "I would call search_news for china."],
  ["only thought of", `<think>${object}</think>{"text":"No."}`],
])("none is read %s", (_name, text) => {
  expect(toolCallsIn(text, open)).toEqual([]);
});

test.each(["<function=a>{", "[TOOL_CALLS]a{", "to=functions.a<|message|>{", "<function=a><parameter=b>"])(
  "200 KB of %j take time in proportion",
  (piece) => {
    const timeOf = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      return processorMs(() => void toolCallsIn(text, open));
    };
    timeOf(20_000);
    const [short, long] = [timeOf(50_000), timeOf(200_000)];
    expect(long).toBeLessThan(Math.max(400, short * 12));
  },
);
