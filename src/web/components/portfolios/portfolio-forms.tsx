"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { symbolFileBytes } from "#src/contract/signals/instruments.ts";
import { counted } from "#src/core/text/number-text.ts";
import { addPortfolio, readPortfolioFile, type ReadFile } from "#src/web/actions/portfolios.ts";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { AreaField, TextField } from "#src/web/components/ui/fields.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

interface Fields {
  readonly name?: string;
  readonly currency?: string;
  /** As they are typed. */
  readonly lines?: string;
}

/** Of a new portfolio, and of one that is changed. */
export function PortfolioFields({ name = "", currency = "USD", lines = "" }: Fields) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField label="Name" name="name" maxLength={80} autoComplete="off" defaultValue={name} />
        <TextField key={currency} label="Currency" name="currency" maxLength={3} defaultValue={currency} />
      </div>
      <AreaField
        // A file that was read takes the place of what was typed.
        key={lines}
        label="Lots"
        hint="One lot a line: symbol, quantity, cost of one and the day you bought it, such as DEMO 100 55.20 2019-03-01. Write - for an unknown cost. A currency (GBX for pence) and a note may follow. Add a line for cash, such as cash 5000."
        name="lots"
        rows={8}
        spellCheck={false}
        wrap="off"
        inputClassName="font-mono"
        defaultValue={lines}
      />
    </>
  );
}

interface NewProps {
  /** Pressing twice makes one portfolio. */
  readonly once: string;
  readonly today: string;
}

/** Typed, or read from a broker's file into the same lines, to be looked at before anything is saved. */
export function NewPortfolio({ once, today }: NewProps) {
  const router = useRouter();
  const [read, setRead] = useState<ReadFile | undefined>(undefined);
  const file = useActionForm(readPortfolioFile, setRead);
  const found = read ?? file.posted;
  const { form } = useActionForm(addPortfolio, (id) => router.push(`/portfolios/${id}`));
  return (
    <div className="grid max-w-3xl gap-6">
      {found === undefined ? null : (
        <div key={found.lines} ref={bringIntoView} className="scroll-mt-20">
          <Found {...found} />
        </div>
      )}
      <Form to={form} beside={["name", "currency", "lots"]} failed="The portfolio was not saved" hidden={{ once }}>
        <PortfolioFields {...(found !== undefined && { lines: found.lines, currency: found.currency })} />
        <Submit>Save portfolio</Submit>
      </Form>
      <section aria-label="Import" className="grid gap-1 border-t pt-5">
        <h3 className="text-sm font-semibold">Import a broker’s file</h3>
        <p className="text-xs text-muted">It is read into the lots above, to be looked at before you save.</p>
        <Form
          to={file.form}
          beside={["file", "acquired", "currency"]}
          failed="The file could not be read"
          className="pt-3 pb-1"
        >
          <TextField
            label="Choose a file"
            hint={`CSV or text, up to ${symbolFileBytes / 1_000_000} MB, as Schwab, Fidelity, Interactive Brokers, Trading 212, DEGIRO, Comdirect and others export it.`}
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,.gz,text/csv,text/plain"
            inputClassName="h-auto py-2"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Day of the file"
              hint="Its lots count as held since then."
              name="acquired"
              type="date"
              defaultValue={today}
            />
            <TextField label="Currency of the portfolio" name="currency" maxLength={3} defaultValue="USD" />
          </div>
          <Submit variant="secondary">Read file</Submit>
        </Form>
      </section>
    </div>
  );
}

/** The button that read the file is far below. */
const bringIntoView = (shown: HTMLElement | null): void => shown?.scrollIntoView();

function Found({ format, lots, leftOut }: ReadFile) {
  return (
    <Alert tone="info" title={`${counted(lots, "lot")} read into the field below. Nothing is saved yet`}>
      {format}.
      {leftOut.length === 0 ? null : (
        <ul className="mt-2 grid gap-1 text-xs text-muted">
          {leftOut.map(({ text, reason }, index) => (
            <li key={index} className="wrap-anywhere">
              <bdi className="text-ink">{text === "" ? "An empty row" : text}</bdi>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
