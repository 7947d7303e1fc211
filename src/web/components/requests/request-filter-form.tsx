import Link from "next/link";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import type { AskedFilter } from "./request-filters.ts";

interface Props {
  readonly filter: AskedFilter;
  readonly keys: readonly { readonly id: string; readonly label: string; readonly prefix: string }[];
  readonly routes: readonly string[];
}

const any = { value: "", label: "Any" };
const statuses = [
  any,
  { value: "2xx", label: "2xx Succeeded" },
  { value: "4xx", label: "4xx Refused" },
  { value: "429", label: "429 Too many requests" },
  { value: "5xx", label: "5xx Server error" },
];

/** A plain form: the address is the filter. */
export function RequestFilterForm({ filter, keys, routes }: Props) {
  const isSet = Object.values(filter).some((value) => value !== null);
  return (
    <search>
      <form
        method="get"
        action="/keys/requests"
        className="grid grid-cols-2 items-end gap-3 px-5 py-4 md:grid-cols-3 xl:grid-cols-[1fr_1fr_1.5fr_1fr_1fr_auto]"
      >
        <Field label="Key">
          <Select
            name="key"
            defaultValue={filter.key ?? ""}
            options={[any, ...keys.map(({ id, label, prefix }) => ({ value: id, label: `${label} (${prefix}…)` }))]}
          />
        </Field>
        <Field label="Status">
          <Select name="status" defaultValue={filter.status ?? ""} options={statuses} />
        </Field>
        <Field label="Route" className="max-md:col-span-2">
          <Select
            name="route"
            defaultValue={filter.route ?? ""}
            options={[any, ...routes.map((route) => ({ value: route, label: route }))]}
          />
        </Field>
        <Field label="From (UTC)">
          <Input type="date" name="from" defaultValue={filter.from ?? ""} />
        </Field>
        <Field label="To (UTC)">
          <Input type="date" name="to" defaultValue={filter.to ?? ""} />
        </Field>
        <div className="flex gap-2 max-md:col-span-2">
          <Button type="submit" variant="secondary">
            Filter
          </Button>
          {isSet ? (
            <Button asChild variant="ghost">
              <Link href="/keys/requests">Clear</Link>
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  );
}
