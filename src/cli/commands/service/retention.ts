import { counted } from "#src/core/text/number-text.ts";
import { retained } from "#src/product/retention/queries/retention.ts";
import { previewRetention } from "#src/product/retention/retention.ts";
import type { Cli } from "#src/cli/cli.ts";
import { say } from "#src/cli/terminal.ts";
import { withDatabase } from "#src/cli/service/with-database.ts";

/** Says what is kept and what the next clean-up would remove; removes nothing. */
export async function retention(
  cli: Pick<Cli, "settings" | "clock" | "out">,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const { retention: policy } = cli.settings;
  const removable = await withDatabase(cli, (ctx) => previewRetention(ctx, policy));
  if (json) {
    const parts = retained.map((part) => [part, { kept_days: policy[part], removable_analyses: removable[part] }]);
    return say(cli.out, JSON.stringify(Object.fromEntries(parts)));
  }
  for (const part of retained) {
    const days = policy[part];
    const kept = days === null ? `kept forever (RETENTION_DAYS does not name it)` : `kept for ${counted(days, "day")}`;
    const next =
      days === null
        ? ""
        : `; the next clean-up removes this for ${counted(removable[part] ?? 0, "analysis", "analyses")}`;
    say(cli.out, `${part}: ${kept}${next}`);
  }
  if (retained.some((part) => policy[part] !== null))
    say(cli.out, "a worker cleans up each night at 04:11 in its own time zone; nothing was removed now");
}
