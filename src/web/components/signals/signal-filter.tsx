import { Opinion } from "#src/contract/analysis.ts";
import { houseList, type Watchlist } from "#src/contract/signals.ts";
import { Field } from "#src/web/components/ui/field.tsx";
import { FilterButtons } from "#src/web/components/ui/filter-buttons.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import type { SignalFilters } from "./signal-filters.ts";

interface Props {
  readonly filters: SignalFilters;
  readonly lists: readonly Pick<Watchlist, "id" | "name">[];
}

/** A plain form: the address is the filter, so a filtered list can be kept, shared and gone back to. */
export function SignalFilter({ filters, lists }: Props) {
  const { list, symbol, rating, changed } = filters;
  const isSet = symbol !== null || rating !== null || changed;
  return (
    <search>
      <form
        method="get"
        action="/signals"
        className="grid grid-cols-2 items-end gap-3 px-5 py-4 md:grid-cols-[1fr_1fr_1fr_1fr_auto]"
      >
        <Field label="List">
          <Select
            name="list"
            defaultValue={list}
            options={[
              { value: houseList, label: "House list" },
              ...lists.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field label="Symbol">
          <Input name="symbol" maxLength={32} defaultValue={symbol ?? ""} placeholder="Any" autoComplete="off" />
        </Field>
        <Field label="Rating">
          <Select
            name="rating"
            defaultValue={rating ?? ""}
            options={[{ value: "", label: "Any" }, ...Opinion.options.map((value) => ({ value, label: value }))]}
          />
        </Field>
        <Field label="Show">
          <Select
            name="changed"
            defaultValue={changed ? "1" : ""}
            options={[
              { value: "", label: "All" },
              { value: "1", label: "Rating changed" },
            ]}
          />
        </Field>
        <FilterButtons
          clear={isSet ? `/signals?list=${encodeURIComponent(list)}` : null}
          className="max-md:col-span-2"
        />
      </form>
    </search>
  );
}
