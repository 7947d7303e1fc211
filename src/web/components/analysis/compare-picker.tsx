import type { ListedAnalysis } from "#src/contract/analysis-list.ts";
import { dayText } from "#src/core/date-text.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Select } from "#src/web/components/ui/select.tsx";

interface Props {
  readonly analyses: readonly ListedAnalysis[];
  readonly before: string;
  readonly after: string;
}

/** Two of the runs that are done; the address says which. */
export function ComparePicker({ analyses, before, after }: Props) {
  const options = [
    { value: "", label: "Choose an analysis" },
    ...analyses.map(({ id, request, rating, created_at: at }) => ({
      value: id,
      label: `${request.ticker} ${request.trade_date}: ${rating} (run ${dayText(Date.parse(at))})`,
    })),
  ];
  return (
    <Card className="mb-8">
      <form
        method="get"
        action="/analyses/compare"
        className="grid items-end gap-3 px-5 py-4 sm:grid-cols-[1fr_1fr_auto]"
      >
        <Field label="First">
          <Select name="id" key={before} defaultValue={before} options={options} required />
        </Field>
        <Field label="Second">
          <Select name="id" key={after} defaultValue={after} options={options} required />
        </Field>
        <Button type="submit" variant="secondary">
          Compare
        </Button>
      </form>
    </Card>
  );
}
