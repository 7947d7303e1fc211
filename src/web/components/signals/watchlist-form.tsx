"use client";

import { useState } from "react";
import { watchlistLimits, type Watchlist } from "#src/contract/signals.ts";
import { keepWatchlist } from "#src/web/actions/signals.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useSubmit } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { Textarea } from "#src/web/components/ui/textarea.tsx";
import { instrumentsText } from "./words.ts";

const repetitions = Array.from({ length: watchlistLimits.runs }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? "Once" : `${index + 1} times`,
}));

/** @param list the one to change; `null` for a new one */
export function WatchlistForm({ list, done }: { list: Watchlist | null; done: () => void }) {
  const [kind, setKind] = useState<string>(list?.schedule.kind ?? "close");
  const { pending, form, errorOf, errorBeside } = useSubmit(keepWatchlist, (_value, sent) => {
    sent.reset();
    done();
  });
  const of = (assetType: "stock" | "crypto"): string =>
    instrumentsText((list?.instruments ?? []).filter(({ asset_type: own }) => own === assetType));
  const cron = list?.schedule.kind === "cron" ? list.schedule : { cron: "30 18 * * 1-5", zone: "UTC" };
  return (
    <Form to={form} noValidate className="grid gap-4">
      <FormError message={errorBeside(["name"])} title="The list was not saved" />
      <input type="hidden" name="id" value={list?.id ?? ""} />
      <Field label="Name" error={errorOf("name")}>
        <Input
          name="name"
          maxLength={watchlistLimits.nameLength}
          defaultValue={list?.name ?? ""}
          placeholder="Large caps"
          autoComplete="off"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Stocks and funds" hint="With commas, such as AAPL, MSFT, SPY.">
          <Textarea name="stocks" rows={2} defaultValue={of("stock")} />
        </Field>
        <Field label="Coins" hint="As pairs, such as BTC-USD.">
          <Textarea name="coins" rows={2} defaultValue={of("crypto")} />
        </Field>
        <Field label="When">
          <Select
            name="schedule"
            value={kind}
            onChange={({ target }) => setKind(target.value)}
            options={[
              { value: "close", label: "After each close" },
              { value: "cron", label: "By a cron line" },
            ]}
          />
        </Field>
        <Field label="Each debate" hint="Each repetition counts as an analysis; they must agree to make a signal.">
          <Select name="runs" defaultValue={String(list?.runs ?? 1)} options={repetitions} />
        </Field>
        {kind === "cron" ? (
          <>
            <Field label="Cron line" hint="Minute, hour, day, month, weekday.">
              <Input name="cron" maxLength={100} defaultValue={cron.cron} className="font-mono" autoComplete="off" />
            </Field>
            <Field label="Time zone" hint="Such as Europe/Berlin.">
              <Input name="zone" maxLength={60} defaultValue={cron.zone} autoComplete="off" />
            </Field>
          </>
        ) : null}
      </div>
      <Button type="submit" pending={pending} className="justify-self-start">
        {list === null ? "Make the list" : "Save"}
      </Button>
    </Form>
  );
}
