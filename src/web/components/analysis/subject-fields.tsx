import { useState } from "react";
import { AssetType } from "#src/contract/analysis.ts";
import type { ListedInstrument } from "#src/contract/instruments.ts";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { SymbolField } from "./symbol-field.tsx";

interface Choices {
  readonly instruments: readonly ListedInstrument[];
  /** Symbols beyond the list can be asked for. */
  readonly online: boolean;
  /** The last session that is over, where nothing else is known of a symbol. */
  readonly lastSession: Readonly<Record<AssetType, string>>;
  readonly start: { readonly ticker: string; readonly tradeDate: string; readonly assetType: AssetType };
}

interface Props extends Choices {
  readonly typed: (name: string) => string | undefined;
  readonly errorOf: (name: string) => string | undefined;
}

/** What is analysed, and as of when. */
export function SubjectFields(props: Props) {
  const { instruments, online, lastSession, errorOf } = props;
  const { ticker, date, assetType, known, nameSymbol, chooseType, chooseDate } = useSubject(props);
  return (
    <>
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-[1fr_11rem]">
        <SymbolField
          instruments={instruments}
          value={ticker}
          hint={symbolHint(instruments, online, known)}
          error={errorOf("ticker")}
          onName={nameSymbol}
        />
        <Field label="Type">
          <Select
            name="asset_type"
            value={assetType}
            onChange={({ target }) => chooseType(target.value === "crypto" ? "crypto" : "stock")}
            options={[
              { value: "stock", label: "Stock or index" },
              { value: "crypto", label: "Coin" },
            ]}
          />
        </Field>
      </div>
      <Field label="As of" hint={dateHint(date, known, lastSession[assetType])} error={errorOf("trade_date")}>
        <Input
          type="date"
          name="trade_date"
          required
          value={date}
          max={lastSession[assetType]}
          onChange={({ target }) => chooseDate(target.value)}
          className="max-w-52"
        />
      </Field>
    </>
  );
}

/** Type and date follow the symbol, but a date that somebody chose stays. */
function useSubject({ instruments, start, lastSession, typed }: Props) {
  const [ticker, setTicker] = useState(typed("ticker") ?? start.ticker);
  const [date, setDate] = useState(typed("trade_date") ?? start.tradeDate);
  const [assetType, setAssetType] = useState(AssetType.safeParse(typed("asset_type")).data ?? start.assetType);
  const [dated, setDated] = useState(ticker !== "");
  const named = (text: string): ListedInstrument | undefined =>
    instruments.find(({ symbol }) => symbol === text.trim().toUpperCase());
  const known = named(ticker);
  return {
    ticker,
    date,
    assetType,
    known,
    nameSymbol(text: string): void {
      setTicker(text);
      const instrument = named(text);
      if (instrument === undefined) return;
      const type = instrument.assetType === "crypto" ? "crypto" : "stock";
      setAssetType(type);
      if (!dated) setDate(instrument.to ?? lastSession[type]);
    },
    chooseType(type: AssetType): void {
      setAssetType(type);
      if (known === undefined && !dated) setDate(lastSession[type]);
    },
    chooseDate(day: string): void {
      setDate(day);
      setDated(true);
    },
  };
}

function symbolHint(
  instruments: readonly ListedInstrument[],
  online: boolean,
  known: ListedInstrument | undefined,
): string {
  if (known !== undefined)
    return `${known.name}, ${known.exchange}, ${known.currency}.${known.synthetic ? " Synthetic data." : ""}`;
  if (instruments.length === 0) return "Use the Yahoo Finance symbol: AAPL, BRK-B, 0700.HK, BTC-USD, ^GSPC.";
  return online
    ? "Choose from the list, or enter any Yahoo Finance symbol: BRK-B, 0700.HK, BTC-USD."
    : `This server has data for ${namesOf(instruments)}. Any other symbol ends in REVIEW.`;
}

/** The symbols themselves, where a line has room for them. */
function namesOf(instruments: readonly ListedInstrument[]): string {
  if (instruments.length > 4) return `${instruments.length} instruments`;
  return new Intl.ListFormat("en").format(instruments.map(({ symbol }) => symbol));
}

/** What the date means for the run. */
function dateHint(date: string, known: ListedInstrument | undefined, last: string): string {
  if (known?.to != null && date > known.to)
    return `Prices of ${known.symbol} end on ${known.to}. Later dates use stale prices, which the report notes after ten days.`;
  if (known?.from != null && date !== "" && date < known.from)
    return `Prices of ${known.symbol} begin on ${known.from}. There is no data before then, so the result is REVIEW.`;
  if (date !== "" && date < last)
    return "Historical run: only information public by the close of that day is used. Sources that only show current data are excluded.";
  return "The latest completed session. Weekends and holidays use the session before them.";
}
