import type { ModelProbe, ProbeCheckName } from "#src/contract/model-probe.ts";
import { counted } from "#src/platform/number-text.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

const names: Readonly<Record<ProbeCheckName, string>> = {
  reach: "Connection",
  schema: "JSON schema",
  tools: "Tools",
  streaming: "Streaming",
  usage: "Token counts",
  context: "Context",
  speed: "Speed",
  price: "Price",
  turn: "Agent turn",
};

/** What the test of one model showed. */
export function ProbeTable({ probe }: { probe: ModelProbe }) {
  const { provider, model, is_usable, checks, refused } = probe;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-sm font-semibold wrap-anywhere">{model}</h3>
        <Badge tone={is_usable ? "positive" : "negative"}>{is_usable ? "Usable" : "Not usable"}</Badge>
      </div>
      <p className="text-xs text-muted">
        {provider}, {spent(probe)}.
        {refused.length === 0 ? null : ` The server refuses ${refused.join(", ")}, so these are not sent.`}
      </p>
      <Table aria-label={`Test of ${model}`}>
        <THead>
          <TR>
            <TH>Check</TH>
            <TH>Result</TH>
            <TH>Details</TH>
          </TR>
        </THead>
        <TBody>
          {checks.map(({ name, ok, found, costs, mend }) => (
            <TR key={name}>
              <TD className="whitespace-nowrap">{names[name]}</TD>
              <TD>
                <Badge tone={ok === null ? "neutral" : ok ? "positive" : "negative"}>
                  {ok === null ? "Unknown" : ok ? "✓ Passed" : "✗ Failed"}
                </Badge>
              </TD>
              <TD className="min-w-64">
                {found}
                {costs === null ? null : <span className="block text-muted">{costs}</span>}
                {mend === null ? null : <span className="block text-xs text-muted wrap-anywhere">{mend}</span>}
              </TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function spent({ calls, cost_usd, at_most_usd }: ModelProbe): string {
  const made = counted(calls, "call");
  return cost_usd === null ? `${made}, at most $${at_most_usd}` : `${made}, $${cost_usd}`;
}
