import { type Vendor, type VendorChain, forEachKind } from "#src/market/market-data.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { InvalidInput, VendorFailed } from "#src/core/errors.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { DataChoice } from "../models/choices.ts";
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";

/** @throws InvalidInput for a folder that is no sound archive */
export async function openArchives(dirs: readonly string[]): Promise<Vendor[]> {
  return Promise.all(dirs.map(openSound));
}

async function openSound(dir: string): Promise<Vendor> {
  return openArchive(dir).catch((error: unknown) => {
    if (error instanceof VendorFailed) {
      const wrong = error.message.replace(`${error.vendor}: `, "");
      throw new InvalidInput(`the archive ${dir} is broken: ${wrong} (npx conclave archive check ${dir} lists all)`, {
        cause: error,
      });
    }
    throw error;
  });
}

/** A chain in which the same vendors answer for every kind of data. */
export function sameForAll(vendors: readonly Vendor[]): VendorChain {
  return {
    instruments: vendors,
    byKind: forEachKind(() => vendors),
  };
}

/**
 * The online chain is loaded only if wanted.
 * @throws InvalidInput for no sound archive
 */
export async function composeVendors(choice: DataChoice, settings: Settings): Promise<VendorChain> {
  const archives = await openArchives(choice.archives);
  if (!choice.online) return sameForAll(archives);
  const { withOnlineVendors } = await import("./online-vendors.ts");
  return withOnlineVendors(archives, settings);
}

/** Named archives, unless online tools are on; else the chain, or the shipped archive when they are off. */
export function serviceData(settings: Settings, demoArchive: string): DataChoice {
  const { archives, onlineTools, vendors } = settings;
  if (archives.length > 0) return { archives, online: onlineTools ?? vendors !== null };
  return onlineTools === false ? { archives: [demoArchive], online: false } : { archives: [], online: true };
}

/** Archives alone, as online vendors change; else the shipped one. */
export function backtestArchives({ archives }: Pick<Settings, "archives">, demoArchive: string): readonly string[] {
  return archives.length > 0 ? archives : [demoArchive];
}

export interface DataWish {
  readonly archives: readonly string[];
  /** `null`: not said. */
  readonly online: boolean | null;
}

interface Shipped {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const shipped: Readonly<Record<string, Shipped>> = {
  DEMO: { from: "2016-01-01", to: "2019-12-31", text: "the included archive, a synthetic company" },
  "^GSPC": { from: "2000-01-03", to: "2020-12-31", text: "the included archive" },
};

/**
 * Named archives alone, unless `--online` adds the chain; else the shipped one for its symbols, and the chain for
 * others.
 * @throws InvalidInput for a missing archive
 */
export function chooseData(
  wish: DataWish,
  settings: Settings,
  symbol: string,
  date: string,
  demoArchive: string,
): { choice: DataChoice; text: string } {
  const byFlag = wish.archives.length > 0;
  const named = (byFlag ? wish.archives : settings.archives).map((dir) => resolve(dir));
  for (const dir of named)
    if (!existsSync(dir))
      throw new InvalidInput(`${byFlag ? "--archive" : "MARKET_ARCHIVES"}: there is no folder ${dir}`);
  const online = wish.online ?? settings.onlineTools;
  if (named.length > 0) {
    const also = online ?? settings.vendors !== null;
    return { choice: { archives: named, online: also }, text: describe(named, also) };
  }
  const own = shipped[symbol];
  const inRange = own !== undefined && date >= own.from && date <= own.to;
  if (online !== true && settings.vendors === null && (inRange || symbol === "DEMO" || online === false))
    return { choice: { archives: [demoArchive], online: false }, text: own?.text ?? "the included archive" };
  return { choice: { archives: [], online: true }, text: describe([], true) };
}

function describe(archives: readonly string[], online: boolean): string {
  const names = archives.map((dir) => `archive ${basename(dir)}`);
  return [...names, ...(online ? ["online vendors"] : [])].join(", ");
}

/** `chain`, but without named archives the shipped one answers for its own. */
export async function serviceVendors(
  vendors: VendorChain,
  settings: Settings,
  demoArchive: string,
): Promise<(request: Pick<AnalysisRequest, "ticker" | "asset_type" | "trade_date">) => VendorChain> {
  if (settings.archives.length > 0) return () => vendors;
  const ofArchive = await composeVendors({ archives: [demoArchive], online: false }, settings);
  return ({ ticker, asset_type: assetType, trade_date: date }) => {
    const parsed = parseSymbol(ticker, assetType);
    if (!parsed.ok) return vendors;
    const wish = { archives: [], online: null };
    return chooseData(wish, settings, parsed.symbol.symbol, date, demoArchive).choice.online ? vendors : ofArchive;
  };
}
