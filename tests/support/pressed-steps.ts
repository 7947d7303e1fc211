import type { PressedService } from "./pressed-row.ts";

/* Where a button is, and what has to be so before it is pressed. */

export const sql = (text: string) => (service: PressedService) => service.database.db.pool.query(text);
export const fresh = sql("update sessions set confirmed_at = now()");
export const at = (path: string) => () => path;
export const latest = (table: string, list: string) => async (service: PressedService) => {
  const { rows } = await service.database.db.pool.query<{ id: string }>(
    `select id from ${table} order by created_at desc limit 1`,
  );
  return `${list}/${rows[0]?.id ?? "none"}`;
};
