import type { SymbolImport } from "#src/contract/signals/symbol-import.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";

interface Given {
  readonly environment: Pick<AnalysisEnvironment, "readSymbolFile">;
  readonly bytes: Uint8Array;
  /** The one with the symbols; `null`: the one that says so. */
  readonly column: number | null;
}

/**
 * Nothing is kept.
 * @throws InvalidInput for what is no text of rows
 */
export function previewSymbolFile(ctx: Context, { environment, bytes, column }: Given): SymbolImport {
  requireScope(ctx, "lists:write");
  return environment.readSymbolFile(bytes, column);
}
