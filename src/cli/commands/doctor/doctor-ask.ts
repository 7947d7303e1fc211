import type { ModelProbe, ProbeCheck, ProbeCheckName } from "#src/contract/jobs/model-checks.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Cli } from "#src/cli/cli.ts";
import { jsonLine, penFor, printable, say, wrap, type Pen } from "#src/cli/terminal.ts";

const names: Readonly<Record<ProbeCheckName, string>> = {
  reach: "connection",
  schema: "JSON schema",
  tools: "tools",
  streaming: "streaming",
  usage: "token counts",
  context: "context",
  speed: "speed",
  price: "price",
  turn: "agent's turn",
};

/** @returns 1 when one is not usable */
export async function askModels(cli: Cli, budgetUsd: Usd, json: boolean): Promise<number> {
  if (!json) say(cli.err, `Testing the configured models, for at most $${budgetUsd} each…`);
  const probes = await cli.probeModels(budgetUsd, cli.interruption());
  if (json) cli.out.write(jsonLine({ models: probes }));
  else for (const probe of probes) cli.out.write(tableOf(probe, penFor(cli.out)));
  return probes.every((probe) => probe.is_usable) ? 0 : 1;
}

const indent = 4;
const width = 100;

function tableOf(probe: ModelProbe, draw: Pen): string {
  const { provider, model, checks, refused } = probe;
  const left =
    refused.length === 0 ? [] : [draw("dim", `  The server refuses ${refused.join(", ")}, so these are not sent.`)];
  const lines = [
    draw("bold", `${provider}: ${printable(model)}`),
    ...checks.flatMap((check) => linesOf(check, draw)),
    ...left,
    draw("dim", `  ${spent(probe)}`),
  ];
  return `${lines.join("\n")}\n\n`;
}

function linesOf({ name, ok, found, costs, mend }: ProbeCheck, draw: Pen): string[] {
  const mark = ok === null ? draw("dim", "·") : ok ? draw("green", "✓") : draw("red", "✗");
  const [first = "", ...more] = wrap(printable(found), width - 18 - indent);
  const below = (text: string): string[] =>
    wrap(text, width - 18 - indent).map((line) => `${" ".repeat(17 + indent)}${line}`);
  return [
    `  ${mark} ${names[name].padEnd(17)}${first}`,
    ...more.map((line) => `${" ".repeat(17 + indent)}${line}`),
    ...(costs === null ? [] : below(costs)),
    ...(mend === null ? [] : below(printable(mend)).map((line) => draw("cyan", line))),
  ];
}

function spent({ calls, tokens, cost_usd, at_most_usd, budget_usd }: ModelProbe): string {
  const cost = cost_usd === null ? `at most $${at_most_usd}, price not known` : `$${cost_usd}`;
  const counted = `${tokens.input_tokens.toLocaleString("en")} tokens in, ${tokens.output_tokens.toLocaleString("en")} out`;
  return `${calls} ${calls === 1 ? "call" : "calls"}, ${counted}: ${cost} of $${budget_usd}`;
}
