import { useState, type ReactNode } from "react";
import { AssetType } from "#src/contract/jobs/analysis.ts";
import type { Suggestion } from "#src/web/suggestions.ts";
import { SymbolField } from "./symbol-field.tsx";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";

interface Choices {
  readonly instruments: readonly Suggestion[];
  /** Symbols beyond the list can be asked for. */
  readonly online: boolean;
  /** The last session that is over, where nothing else is known of a symbol. */
  readonly lastSession: Readonly<Record<AssetType, string>>;
  readonly start: { readonly ticker: string; readonly tradeDate: string; readonly assetType: AssetType };
}

interface Props extends Choices {
  readonly typed: (name: string) => string | undefined;
  readonly errorOf: (name: string) => string | undefined;
  /** The page has nothing before it. */
  readonly first?: boolean;
  readonly children: ReactNode;
}

/** What is analysed, and as of when; `children` starts it. */
export function SubjectFields(props: Props) {
  const { instruments, online, lastSession, errorOf, first = false, children } = props;
  const { ticker, date, assetType, known, nameSymbol, chooseType, chooseDate } = useSubject(props);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10.5rem_auto] sm:items-start">
        <SymbolField
          instruments={instruments}
          value={ticker}
          hint={symbolHint(instruments, online, known)}
          error={errorOf("ticker")}
          first={first}
          onName={nameSymbol}
        />
        <TextField
          label="As of"
          type="date"
          name="trade_date"
          required
          value={date}
          max={lastSession[assetType]}
          onChange={({ target }) => chooseDate(target.value)}
        />
        {children}
      </div>
      <p className="text-xs text-muted">{dateHint(date, known, lastSession[assetType])}</p>
      {ticker === "" ? null : known !== undefined ? (
        <input type="hidden" name="asset_type" value={assetType} />
      ) : (
        <SelectField
          label="Type"
          className="max-w-52"
          name="asset_type"
          value={assetType}
          onChange={({ target }) => chooseType(target.value === "crypto" ? "crypto" : "stock")}
          options={[
            { value: "stock", label: "Stock or index" },
            { value: "crypto", label: "Coin" },
          ]}
        />
      )}
    </>
  );
}

/** Type and date follow the symbol, but a date that somebody chose stays. */
function useSubject({ instruments, start, lastSession, typed }: Props) {
  const [ticker, setTicker] = useState(typed("ticker") ?? start.ticker);
  const [date, setDate] = useState(typed("trade_date") ?? start.tradeDate);
  const [assetType, setAssetType] = useState(AssetType.safeParse(typed("asset_type")).data ?? start.assetType);
  const [dated, setDated] = useState(ticker !== "");
  const named = (text: string): Suggestion | undefined =>
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
      if (instrument === undefined) {
        // A pair with the dollar is a coin; whoever means something else says so.
        if (/-usd[ct]?$/i.test(text.trim())) setAssetType("crypto");
        return;
      }
      setAssetType(instrument.assetType);
      if (!dated) setDate(instrument.to ?? lastSession[instrument.assetType]);
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

function symbolHint(instruments: readonly Suggestion[], online: boolean, known: Suggestion | undefined): string {
  if (known?.synthetic === true) return `${known.name}: made-up data to try things out`;
  if (known !== undefined) return [known.name, known.about].filter((part) => part !== "").join(", ");
  return online
    ? "A symbol or a company's name. Any Yahoo Finance symbol works: BRK-B, 0700.HK, BTC-USD."
    : `This server has data for ${namesOf(instruments)}. Any other symbol ends in REVIEW.`;
}

/** The symbols themselves, where a line has room for them. */
function namesOf(instruments: readonly Suggestion[]): string {
  if (instruments.length > 4) return `${instruments.length} instruments`;
  return new Intl.ListFormat("en").format(instruments.map(({ symbol }) => symbol));
}

/** What the date means for the run. */
function dateHint(date: string, known: Suggestion | undefined, last: string): string {
  if (known?.to != null && date > known.to)
    return `Prices of ${known.symbol} end on ${known.to}. Later dates use stale prices, which the report notes after ten days.`;
  if (known?.from != null && date !== "" && date < known.from)
    return `Prices of ${known.symbol} begin on ${known.from}. There is no data before then, so the result is REVIEW.`;
  if (date !== "" && date < last)
    return "Historical run: only information public by the close of that day is used. Sources that only show current data are excluded.";
  return "The latest completed session. Weekends and holidays use the session before them.";
}
