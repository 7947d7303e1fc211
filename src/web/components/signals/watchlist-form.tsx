"use client";

import { useRef, useState } from "react";
import {
  cronOf,
  dayChoices,
  type ScheduleWords,
  wordsOf,
  type Schedule,
  type Watchlist,
  watchlistLimits,
} from "#src/contract/signals/signals.ts";
import { keepWatchlist } from "#src/web/actions/signals.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { LanguageField, TextField, AreaField, SelectField, ZoneField } from "#src/web/components/ui/fields.tsx";
import { OwnModelFields, type OwnModelOption } from "#src/web/components/ui/own-model-fields.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";
import { ImportSymbols } from "./import-symbols.tsx";
import { type CloseRuns, RunsPreview } from "./runs-preview.tsx";
import { instrumentsText } from "./signal-text.ts";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

const repetitions = Array.from({ length: watchlistLimits.runs }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? "Once" : `${index + 1} times`,
}));

export interface ListLanguages {
  /** Of a new list. */
  readonly usual: string;
  /** Those of the lists there are among them. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

interface Props {
  /** The one to change; `null` for a new one. */
  readonly list: Watchlist | null;
  readonly own: readonly OwnModelOption[];
  readonly languages: ListLanguages;
  readonly closes: CloseRuns;
  readonly done: () => void;
}

export function WatchlistForm({ list, own, languages, closes, done }: Props) {
  const { form } = useScriptForm(keepWatchlist, (_value, sent) => {
    sent.reset();
    done();
  });
  const of = (assetType: "stock" | "crypto"): string =>
    instrumentsText((list?.instruments ?? []).filter(({ asset_type: type }) => type === assetType));
  const place = useRef<HTMLDivElement>(null);
  const add = (name: "stocks" | "coins", more: readonly string[]): void => {
    const field = place.current?.querySelector<HTMLTextAreaElement>(`[name=${name}]`);
    if (field == null) return;
    field.value = joined(field.value, more);
    // As if it had been typed: the next runs depend on it.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Form
      to={form}
      beside={["name", "stocks", "coins", "own_model", "language"]}
      failed="The watchlist could not be saved"
      hidden={{ id: list?.id ?? "" }}
      className="grid-cols-[minmax(0,1fr)]"
    >
      <TextField
        label="Name"
        name="name"
        maxLength={watchlistLimits.nameLength}
        defaultValue={list?.name ?? ""}
        placeholder="Large caps"
        autoComplete="off"
      />
      <div ref={place} className="grid gap-4 sm:grid-cols-2">
        <AreaField
          label="Stocks and funds"
          hint="Separated by commas, such as AAPL, MSFT, SPY."
          name="stocks"
          rows={2}
          defaultValue={of("stock")}
        />
        <AreaField
          label="Coins"
          hint="Currency pairs, such as BTC-USD."
          name="coins"
          rows={2}
          defaultValue={of("crypto")}
        />
      </div>
      <ImportSymbols
        onImport={(found) => {
          add("stocks", found.stocks);
          add("coins", found.coins);
        }}
      />
      <ScheduleFields schedule={list?.schedule ?? null} />
      <RunsPreview closes={closes} />
      <SelectField
        label="Runs per debate"
        hint="Each run counts as an analysis. The runs must agree to publish a signal."
        name="runs"
        defaultValue={String(list?.runs ?? 1)}
        options={repetitions}
      />
      <Checkbox
        name="rerun_on_break"
        defaultChecked={list?.rerun_on_break ?? false}
        label="Run again when a condition breaks"
        hint="When a close or a filing breaks a condition of a signal, its instrument is analysed once more as of that session."
      />
      <Checkbox
        name="allow_short"
        defaultChecked={list?.allow_short ?? false}
        label="Allow short positions"
        hint="A Sell may then open a short position, in reports and in the record. Otherwise it means to hold none."
      />
      <LanguageField start={list?.language ?? languages.usual} languages={languages.choices} />
      <OwnModelFields options={own} usual="This service's models" start={list?.own_model ?? null} />
      <Submit>{list === null ? "Create watchlist" : "Save"}</Submit>
    </Form>
  );
}

/** What stands there and what comes, each once. */
function joined(before: string, more: readonly string[]): string {
  const there = before.split(/[\s,;]+/).filter((symbol) => symbol !== "");
  return [...new Set([...there, ...more])].join(", ");
}

const kinds = [
  { value: "close", label: "After each market close" },
  { value: "days", label: "On selected days" },
  { value: "cron", label: "Custom (cron)" },
] as const satisfies readonly { value: ScheduleWords["kind"]; label: string }[];

const usual = { days: "weekdays", time: "18:30", cron: "30 18 * * 1-5" };

/** When a list runs: in words, or as a cron line. */
function ScheduleFields({ schedule }: { schedule: Schedule | null }) {
  const start = wordsOf(schedule ?? { kind: "close" });
  const chosen = start.kind === "days" ? start : usual;
  const [kind, setKind] = useState<string>(start.kind);
  const [days, setDays] = useState(chosen.days);
  const [time, setTime] = useState(chosen.time);
  const [cron, setCron] = useState(schedule?.kind === "cron" ? schedule.cron : usual.cron);
  const line = kind === "days" ? cronOf({ days, time }) : cron;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Schedule"
        className={kind === "close" ? "sm:col-span-2" : ""}
        name="schedule"
        value={kind}
        onChange={({ target }) => {
          // What was chosen in words is where a line of one's own begins.
          if (target.value === "cron" && kind === "days") setCron(line);
          setKind(target.value);
        }}
        options={kinds}
      />
      {kind === "close" ? null : <ZoneField defaultValue={schedule?.kind === "cron" ? schedule.zone : ownZone()} />}
      {kind === "days" ? (
        <>
          <SelectField
            label="Days"
            name="days"
            value={days}
            onChange={({ target }) => setDays(target.value)}
            options={dayChoices}
          />
          <TextField
            label="Time"
            type="time"
            name="time"
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
        </>
      ) : null}
      {kind === "close" ? null : (
        <TextField
          label="Cron expression"
          hint={
            kind === "days" ? "Built from the days and time above." : "Minute, hour, day of month, month, day of week."
          }
          className="sm:col-span-2"
          name="cron"
          maxLength={100}
          value={line}
          readOnly={kind === "days"}
          onChange={({ target }) => setCron(target.value)}
          inputClassName="font-mono"
          autoComplete="off"
        />
      )}
    </div>
  );
}

/** Of the reader: the form is made in their browser, when its dialog opens. */
function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
