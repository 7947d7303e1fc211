import type { Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { keepPortfolioAlerts } from "#src/web/actions/portfolios.ts";
import { Switch } from "#src/web/components/ui/boxes.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { TextLink } from "#src/web/components/ui/links.tsx";
import { Card } from "#src/web/components/ui/page-parts.tsx";

const limits = [
  { name: "day_change_pct", label: "Moves in a day, %", hint: "Up or down, without purchases." },
  { name: "drawdown_pct", label: "Falls below its highest point, %", hint: "Of the last year." },
  { name: "position_pct", label: "One position above, %", hint: "Of all positions and cash." },
] as const;

/** What of each portfolio its owner is told. */
export function PortfolioAlertCards({ portfolios }: { portfolios: readonly Portfolio[] }) {
  return portfolios
    .filter(({ lots }) => lots.length > 0)
    .map(({ id, name, alerts }, index) => (
      <Card
        key={id}
        id={index === 0 ? "portfolios" : undefined}
        title={<span className="wrap-anywhere">Alerts on {name}</span>}
        description={
          <>
            Checked once a day after midnight UTC, by closes of the day before. Sent by email and to your channels, with
            percentages and symbols but no amounts. Leave empty to turn one off.{" "}
            <TextLink href={`/portfolios/${id}`}>Open the portfolio</TextLink>
          </>
        }
      >
        <ActionForm
          action={keepPortfolioAlerts}
          beside={limits.map((one) => one.name)}
          failed="The alerts were not saved"
          said="Saved"
          hidden={{ id }}
          className="max-w-3xl gap-5"
        >
          <div className="grid gap-4 sm:grid-cols-3">
            {limits.map(({ name: field, label, hint }) => (
              <TextField
                key={field}
                label={label}
                hint={hint}
                name={field}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={alerts[field] === null ? "" : String(alerts[field])}
              />
            ))}
          </div>
          <Switch
            name="ratings"
            label="A rating turns down"
            hint="Your newest analysis of one of its symbols says Underweight or Sell, and the one before it did not."
            defaultChecked={alerts.ratings}
          />
          <Submit>Save portfolio alerts</Submit>
        </ActionForm>
      </Card>
    ));
}
