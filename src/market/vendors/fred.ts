import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { VendorFailed } from "#src/core/errors.ts";
import { addDays, type Instant, type LocalDate } from "#src/core/clock.ts";
import type { MacroPoint, MarketQuery, Vendor } from "#src/market/market-data.ts";
import { getAnswer, parseJson, type HttpTuning } from "./http.ts";

export interface FredOptions {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly http?: HttpTuning;
}

const vendor = "fred";

/** Names and units of the series a run asks for by itself; of any other the API is asked. */
const known: Readonly<Record<string, SeriesInfo>> = {
  DGS10: { title: "10-year Treasury yield", units: "%" },
  DGS2: { title: "2-year Treasury yield", units: "%" },
  T10Y2Y: { title: "10-year minus 2-year Treasury yield", units: "%" },
  FEDFUNDS: { title: "Federal funds rate, monthly average", units: "%" },
  DFF: { title: "Federal funds rate, daily", units: "%" },
  CPIAUCSL: { title: "Consumer price index, all urban, seasonally adjusted", units: "index" },
  PCEPILFE: { title: "PCE price index without food and energy", units: "index" },
  UNRATE: { title: "Unemployment rate", units: "%" },
  PAYEMS: { title: "Nonfarm payrolls", units: "thousand" },
  ICSA: { title: "Initial jobless claims, weekly", units: "count" },
  GDPC1: { title: "Real gross domestic product, annual rate", units: "billion USD" },
  VIXCLS: { title: "CBOE volatility index (VIX)", units: "points" },
  BAMLH0A0HYM2: { title: "US high-yield option-adjusted spread", units: "%" },
  DTWEXBGS: { title: "Broad dollar index", units: "index" },
  DCOILWTICO: { title: "Crude oil, WTI", units: "USD/barrel" },
};

interface SeriesInfo {
  readonly title: string;
  readonly units: string;
}

const Observations = z.object({ observations: z.array(z.object({ date: z.iso.date(), value: z.string() })) });
const SeriesList = z.object({ seriess: z.array(z.object({ title: z.string(), units: z.string() })) });
const Refusal = z.object({ error_message: z.string() });

/**
 * Economic series in the vintage of a day: https://fred.stlouisfed.org/docs/api/fred/series_observations.html
 * A vintage is a whole day in Chicago's time and may hold what came out after the run's instant, so the last
 * vintage whose day was over by then is asked for. Every point of it was public when that day ended.
 */
export function createFred(options: FredOptions): Vendor {
  /** `null`: FRED has no such series, or none in that vintage. */
  const ask = async <S extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: S,
    signal: AbortSignal,
  ): Promise<z.infer<S> | null> => {
    const url = new URL(`${options.baseUrl ?? "https://api.stlouisfed.org"}/fred/${path}`);
    url.search = new URLSearchParams({ ...query, api_key: options.apiKey, file_type: "json" }).toString();
    const answer = await getAnswer(url, { ...options.http, vendor, signal });
    if (answer.status === 200) return parseJson(answer.text, schema, vendor);
    const said = parseJson(answer.text, Refusal, vendor).error_message;
    // "The series does not exist.", "The series does not exist in ALFRED but may exist in FRED."
    if (/series does not exist/i.test(said)) return null;
    throw new VendorFailed(
      vendor,
      /api_key/.test(said) ? "unauthorized" : "refused",
      `answered ${answer.status}: ${redact(said, options.apiKey)}`,
    );
  };

  const one = async (series: string, query: MarketQuery, signal: AbortSignal): Promise<MacroPoint[]> => {
    const { vintage, endedAt } = lastWholeDay(query.asOf);
    const realtime = { series_id: series, realtime_start: vintage, realtime_end: vintage };
    const range = { observation_start: query.from, observation_end: query.to };
    const answer = await ask("series/observations", { ...realtime, ...range }, Observations, signal);
    if (answer === null || answer.observations.length === 0) return [];
    const info = known[series] ?? (await ask("series", realtime, SeriesList, signal))?.seriess[0];
    if (info === undefined)
      throw new VendorFailed(vendor, "malformed", `${series} has observations but no description`);
    return answer.observations
      .filter((point) => point.value !== ".") // FRED's mark for a day without a value
      .map((point) => ({
        eventTime: Date.parse(`${point.date}T00:00:00Z`),
        availableAt: endedAt,
        source: vendor,
        sourceId: `${series}/${point.date}@${vintage}`,
        series,
        label: info.title,
        unit: info.units,
        date: point.date,
        value: toNumber(series, point.value),
      }));
  };

  return {
    name: vendor,
    macro: {
      timing: "dated",
      fetch: async (query, signal) => {
        const points = await Promise.all((query.series ?? []).map((series) => one(series, query, signal)));
        return points.flat().toSorted((a, b) => a.eventTime - b.eventTime || (a.series < b.series ? -1 : 1));
      },
    },
  };
}

function lastWholeDay(asOf: Instant): { vintage: LocalDate; endedAt: Instant } {
  const today = Temporal.Instant.fromEpochMilliseconds(asOf).toZonedDateTimeISO("America/Chicago").startOfDay();
  return { vintage: addDays(today.toPlainDate().toString(), -1), endedAt: today.epochMilliseconds };
}

function toNumber(series: string, text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value))
    throw new VendorFailed(vendor, "malformed", `${series} has the value "${text.slice(0, 20)}"`);
  return value;
}

function redact(text: string, apiKey: string): string {
  return apiKey === "" ? text : text.replaceAll(apiKey, "***");
}
