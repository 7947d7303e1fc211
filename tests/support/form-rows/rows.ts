import { accountRows } from "./account.ts";
import { adminRows } from "./admin.ts";
import type { FormRow, House } from "./row.ts";
import { signInRows } from "./sign-in.ts";
import { workRows } from "./work.ts";

/** Every posted form that a page has from the start. */
export function formRows(house: House): readonly FormRow[] {
  return [...signInRows(house), ...accountRows(house), ...workRows(house), ...adminRows(house)];
}
