import { Opinion, type AssetType } from "#src/contract/analysis.ts";
import type { RankingOrder } from "#src/product/instruments/public/rank.ts";
import { FilterForm, anyOf } from "#src/web/components/ui/page-parts.tsx";
import { SelectField, TextField } from "#src/web/components/ui/fields.tsx";

export interface RankingFilters {
  readonly symbol: string | null;
  readonly rating: Opinion | null;
  readonly type: AssetType | null;
  /** All runs agreed. */
  readonly unanimous: boolean;
  readonly order: RankingOrder;
}

const orders = [
  { value: "conviction", label: "Conviction" },
  { value: "agreement", label: "Agreement" },
  { value: "right", label: "Right so far" },
  { value: "symbol", label: "Symbol" },
] as const satisfies readonly { value: RankingOrder; label: string }[];

export function rankingAddress({ symbol, rating, type, unanimous, order }: RankingFilters): string {
  const query = new URLSearchParams({
    ...(symbol === null ? {} : { symbol }),
    ...(rating === null ? {} : { rating }),
    ...(type === null ? {} : { type }),
    ...(unanimous ? { unanimous: "1" } : {}),
    order,
  });
  return `/ranking?${query}`;
}

export function RankingFilter({ filters: { symbol, rating, type, unanimous, order } }: { filters: RankingFilters }) {
  const isSet = symbol !== null || rating !== null || type !== null || unanimous;
  return (
    <FilterForm
      action="/ranking"
      clear={isSet ? `/ranking?order=${order}` : null}
      className="lg:grid-cols-[1fr_1fr_1fr_1fr_1fr_auto]"
    >
      <SelectField label="Sort by" name="order" defaultValue={order} options={orders} />
      <TextField
        label="Symbol"
        name="symbol"
        maxLength={32}
        defaultValue={symbol ?? ""}
        placeholder="Any"
        autoComplete="off"
      />
      <SelectField label="Rating" name="rating" defaultValue={rating ?? ""} options={anyOf(Opinion.options)} />
      <SelectField
        label="Type"
        name="type"
        defaultValue={type ?? ""}
        options={[
          { value: "", label: "Any" },
          { value: "stock", label: "Stocks and funds" },
          { value: "crypto", label: "Coins" },
        ]}
      />
      <SelectField
        label="Agreement"
        name="unanimous"
        defaultValue={unanimous ? "1" : ""}
        options={[
          { value: "", label: "Any" },
          { value: "1", label: "All runs agree" },
        ]}
      />
    </FilterForm>
  );
}
