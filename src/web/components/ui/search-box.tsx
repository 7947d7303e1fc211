import { Search } from "lucide-react";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";

/** A plain form: what is looked for stands in the address, and works without scripts. */
export function SearchBox({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <search>
      <form method="get" className="flex max-w-xl items-start gap-3">
        <Field label={label} hint={hint} className="min-w-0 flex-1">
          <Input name="q" type="search" defaultValue={value} maxLength={100} autoComplete="off" />
        </Field>
        <Button type="submit" variant="secondary" className="mt-7">
          <Search aria-hidden /> Search
        </Button>
      </form>
    </search>
  );
}
