import { JobStatus, Rating } from "#src/contract/analysis.ts";
import type { AnalysisFilter } from "#src/contract/analysis-list.ts";
import { Field } from "#src/web/components/ui/field.tsx";
import { FilterButtons } from "#src/web/components/ui/filter-buttons.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { statusName } from "./status-badge.tsx";

/** A plain form: the address is the filter, so a filtered list can be kept, shared and gone back to. */
export function FilterForm({ filter, symbols }: { filter: AnalysisFilter; symbols: readonly string[] }) {
  const isSet = Object.values(filter).some((value) => value !== null);
  return (
    <search>
      <form
        method="get"
        action="/analyses"
        className="grid grid-cols-2 items-end gap-3 px-5 py-4 md:grid-cols-[1fr_1fr_1fr_1fr_1fr_auto]"
      >
        <Field label="Symbol" className="max-md:col-span-2">
          <Input
            name="symbol"
            list="asked-symbols"
            maxLength={32}
            defaultValue={filter.symbol ?? ""}
            placeholder="Any"
          />
        </Field>
        <datalist id="asked-symbols">
          {symbols.map((symbol) => (
            <option key={symbol} value={symbol}>
              {symbol}
            </option>
          ))}
        </datalist>
        <Field label="Status">
          <Select
            name="status"
            defaultValue={filter.status ?? ""}
            options={[
              { value: "", label: "Any" },
              ...JobStatus.options.map((value) => ({ value, label: statusName(value) })),
            ]}
          />
        </Field>
        <Field label="Rating">
          <Select
            name="rating"
            defaultValue={filter.rating ?? ""}
            options={[{ value: "", label: "Any" }, ...Rating.options.map((value) => ({ value, label: value }))]}
          />
        </Field>
        <Field label="As of, from">
          <Input type="date" name="from" defaultValue={filter.from ?? ""} />
        </Field>
        <Field label="As of, to">
          <Input type="date" name="to" defaultValue={filter.to ?? ""} />
        </Field>
        <FilterButtons clear={isSet ? "/analyses" : null} className="max-md:col-span-2" />
      </form>
    </search>
  );
}
