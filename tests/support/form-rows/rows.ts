import { accountRows } from "./account.ts";
import { adminRows } from "./admin.ts";
import { channelRows } from "./channels.ts";
import { endpointRows } from "./endpoints.ts";
import { portfolioRows } from "./portfolios.ts";
import type { FormRow, FormSetup } from "./row.ts";
import { signInRows } from "./sign-in.ts";
import { workRows } from "./work.ts";

/** Every posted form that a page has from the start. */
export function formRows(setup: FormSetup): readonly FormRow[] {
  return [
    ...signInRows(setup),
    ...accountRows(setup),
    ...channelRows(setup),
    ...endpointRows(setup),
    ...portfolioRows(setup),
    ...workRows(setup),
    ...adminRows(setup),
  ];
}
