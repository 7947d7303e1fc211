import { agentTitles, costText, money, reasonerName, type Finished } from "#src/report/words.ts";
import { usdText } from "#src/contract/usd.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Section } from "./section.tsx";

/** What the run took, by agent, and with what it was made. */
export function Cost({ finished }: { finished: Finished }) {
  const { usage, manifest } = finished.run;
  const free = manifest.config.llm_provider === "rules";
  const facts = [
    { label: "Argued by", value: reasonerName(finished) },
    {
      label: "Took",
      value: free ? `nothing; ${costText(finished).split(", ").slice(1).join(", ")}` : costText(finished),
    },
    { label: "Code", value: manifest.code_version },
    { label: "Seed", value: String(manifest.seed) },
    ...(manifest.run_id === "shared" ? [] : [{ label: "Run", value: manifest.run_id }]),
  ];
  return (
    <Section id="cost" title="Cost and setting">
      <div className="min-w-0 rounded-lg border bg-surface">
        <dl className="grid gap-x-6 gap-y-2 px-5 py-4 text-sm sm:grid-cols-[auto_1fr]">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid sm:contents">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {usage.agents.length === 0 ? null : (
          <div className="border-t py-2">
            <Table aria-label="Cost and tokens of each agent">
              <THead>
                <TR>
                  <TH className="w-full">Agent</TH>
                  <TH>Model</TH>
                  <TH numeric>Calls</TH>
                  <TH numeric>Input</TH>
                  <TH numeric>of it cached</TH>
                  <TH numeric>Output</TH>
                  <TH numeric>Cost</TH>
                </TR>
              </THead>
              <TBody>
                {usage.agents.map((line) => (
                  <TR key={`${line.agent} ${line.model}`}>
                    <TD className="whitespace-nowrap">{agentTitles[line.agent]}</TD>
                    <TD className="whitespace-nowrap text-muted">{line.model}</TD>
                    <TD numeric>{line.calls}</TD>
                    <TD numeric>{count(line.input_tokens)}</TD>
                    <TD numeric>{count(line.cached_input_tokens)}</TD>
                    <TD numeric>{count(line.output_tokens)}</TD>
                    <TD numeric>{line.cost_usd === null ? "not known" : usdText(line.cost_usd)}</TD>
                  </TR>
                ))}
                <TR className="font-medium">
                  <TD>Together</TD>
                  <TD />
                  <TD numeric>{usage.calls}</TD>
                  <TD numeric>{count(usage.input_tokens)}</TD>
                  <TD numeric>{count(usage.cached_input_tokens)}</TD>
                  <TD numeric>{count(usage.output_tokens)}</TD>
                  <TD numeric>{usage.cost_usd === null ? money(null) : usdText(usage.cost_usd)}</TD>
                </TR>
              </TBody>
            </Table>
          </div>
        )}
      </div>
    </Section>
  );
}

function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
