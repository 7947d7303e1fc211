import type { PricedAttribution } from "#src/contract/attribution.ts";
import { attributionLimits } from "#src/contract/attribution.ts";
import { usdText } from "#src/contract/usd.ts";
import { counted } from "#src/platform/number-text.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { AttributionForm } from "./attribution-form.tsx";

interface Props {
  readonly id: string;
  readonly price: PricedAttribution;
  /** What the price is for, as the fields have it. */
  readonly asked: { readonly top: string; readonly repetitions: string; readonly agents: boolean };
  /** It was measured before. */
  readonly again: boolean;
}

/** What would be tried and what it costs, before anybody is asked. */
export function AttributionPrice({ id, price, asked, again }: Props) {
  const { payer, usual_budget_usd: usual } = price;
  const isFree = payer === "nobody";
  const { top, repetitions, agents } = asked;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{again ? "Measure again what the rating rests on" : "What did this rating rest on?"}</CardTitle>
        <CardDescription>{priceText(price)}</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-6">
        {isFree ? null : (
          <form method="get" action="#measure" className="grid gap-4 sm:grid-cols-[12rem_12rem_1fr]">
            <Field label="Evidence" hint="How many of the most cited items">
              <Input name="top" type="number" min={0} max={attributionLimits.changes} defaultValue={top} />
            </Field>
            <Field label="Repetitions" hint="How often each is tried">
              <Input
                name="repetitions"
                type="number"
                min={1}
                max={attributionLimits.repetitions}
                defaultValue={repetitions}
              />
            </Field>
            <Checkbox
              name="agents"
              className="sm:mt-7"
              defaultChecked={agents}
              label="Also without each agent"
              hint="Costs most of an analysis for each of them"
            />
            <Button type="submit" variant="secondary" className="justify-self-start">
              Show price
            </Button>
          </form>
        )}
        <AttributionForm
          // The budget that is filled in follows the price.
          key={usual}
          id={id}
          wish={isFree ? {} : { top, repetitions, ...(agents && { agents: "on" }) }}
          budgetUsd={isFree ? null : (usual ?? "")}
          label={again ? "Measure again" : "Measure"}
        />
      </CardContent>
    </Card>
  );
}

function priceText({ changes, estimate, repetitions, payer }: PricedAttribution): string {
  const tried = `${counted(changes.length, "change")}${repetitions === 1 ? "" : `, each ${repetitions} times`}`;
  const how = "Repeat the analysis without one piece of evidence, with its sign turned, or without one agent: ";
  if (payer === "nobody") return `${how}${tried}. Free, and exact: the rules engine always says the same.`;
  const cost =
    estimate.cost_usd === null
      ? "The price of this model is not known."
      : `About ${usdText(estimate.cost_usd)}; the budget below is what it needs to finish.`;
  const who = payer === "own_key" ? "Paid with your model key." : "Counts as one analysis of your month.";
  return `${how}${tried}, up to ${counted(estimate.calls, "call")}. ${cost} Answers that stay the same are not asked for again. ${who}`;
}
