"use client";

import { useId, useState } from "react";
import { cronOf, dayChoices, wordsOf, type ScheduleWords } from "#src/contract/schedule-words.ts";
import type { Schedule } from "#src/contract/signals.ts";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";

const kinds = [
  { value: "close", label: "After each market close" },
  { value: "days", label: "On selected days" },
  { value: "cron", label: "Custom (cron)" },
] as const satisfies readonly { value: ScheduleWords["kind"]; label: string }[];

const usual = { days: "weekdays", time: "18:30", cron: "30 18 * * 1-5" };

/** When a list runs: in words, or as a cron line. */
export function ScheduleFields({ schedule }: { schedule: Schedule | null }) {
  const start = wordsOf(schedule ?? { kind: "close" });
  const chosen = start.kind === "days" ? start : usual;
  const [kind, setKind] = useState<string>(start.kind);
  const [days, setDays] = useState(chosen.days);
  const [time, setTime] = useState(chosen.time);
  const [cron, setCron] = useState(schedule?.kind === "cron" ? schedule.cron : usual.cron);
  const zones = useId();
  const line = kind === "days" ? cronOf({ days, time }) : cron;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Schedule" className={kind === "close" ? "sm:col-span-2" : ""}>
        <Select
          name="schedule"
          value={kind}
          onChange={({ target }) => {
            // What was chosen in words is where a line of one's own begins.
            if (target.value === "cron" && kind === "days") setCron(line);
            setKind(target.value);
          }}
          options={kinds}
        />
      </Field>
      {kind === "close" ? null : (
        <Field label="Time zone" hint="For example, Europe/Berlin.">
          <Input
            name="zone"
            list={zones}
            maxLength={60}
            defaultValue={schedule?.kind === "cron" ? schedule.zone : ownZone()}
            autoComplete="off"
          />
        </Field>
      )}
      {kind === "days" ? (
        <>
          <Field label="Days">
            <Select name="days" value={days} onChange={({ target }) => setDays(target.value)} options={dayChoices} />
          </Field>
          <Field label="Time">
            <Input type="time" name="time" value={time} onChange={({ target }) => setTime(target.value)} />
          </Field>
        </>
      ) : null}
      {kind === "close" ? null : (
        <Field
          label="Cron expression"
          hint={
            kind === "days" ? "Built from the days and time above." : "Minute, hour, day of month, month, day of week."
          }
          className="sm:col-span-2"
        >
          <Input
            name="cron"
            maxLength={100}
            value={line}
            readOnly={kind === "days"}
            onChange={({ target }) => setCron(target.value)}
            className="font-mono"
            autoComplete="off"
          />
        </Field>
      )}
      <datalist id={zones}>
        {["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** Of the reader: the form is made in their browser, when its dialog opens. */
function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
