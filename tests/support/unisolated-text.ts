import type { Page } from "@playwright/test";
import type { Database } from "#src/core/db/database.ts";

const name = "חברת הדוגמה";

/** Calls people, companies and what people have named by Hebrew names. */
export async function nameInHebrew({ pool }: Database): Promise<void> {
  for (const [table, column] of [
    ["users", "name"],
    ["api_keys", "label"],
    ["channels", "name"],
    ["signal_lists", "name"],
    ["oauth_clients", "name"],
    ["passkeys", "name"],
  ] as const)
    await pool.query(`update ${table} set ${column} = $1`, [name]);
  await pool.query(
    "update analyses set result = jsonb_set(result, '{reports,data,name}', to_jsonb($1::text)) where result is not null",
    [name],
  );
}

/**
 * What is written from right to left within a line of ours, and would turn the marks and numbers beside it: it stands
 * neither in an element that isolates it (`bdi`, `dir`) nor between the signs that do, nor alone in its block.
 */
export function unisolatedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rightToLeft = /[\u0590-\u08ff]/;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const words = (text.textContent ?? "").replaceAll(/\u2068[^\u2069]*\u2069/g, "");
      if (!rightToLeft.test(words)) continue;
      let around = text.parentElement;
      if (around === null || around.closest("script, style, option, textarea, template, code, pre")) continue;
      for (;;) {
        const { display, unicodeBidi } = getComputedStyle(around);
        if (display !== "inline" && display !== "contents") {
          const all = (around.textContent ?? "").trim();
          if (all !== words.trim()) found.push(`${around.tagName.toLowerCase()}: ${all.slice(0, 120)}`);
          break;
        }
        if (unicodeBidi !== "normal" && unicodeBidi !== "embed") break;
        const parent: HTMLElement | null = around.parentElement;
        if (parent === null) break;
        around = parent;
      }
    }
    return found;
  });
}
