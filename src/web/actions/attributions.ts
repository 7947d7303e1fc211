"use server";

import { z } from "zod";
import { OwnLimitUsd } from "#src/contract/jobs/usage.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { cancelAttribution, orderAttribution } from "#src/product/attributions/attributions.ts";
import { attributionWish } from "../attribution-wish.ts";
import { webContext } from "../context.ts";
import { formFields, TypedDecimal } from "./form-fields.ts";
import { userForm, userAction } from "./acting.ts";

const Id = z.string().regex(/^ana_\w{1,40}$/);
const Budget = z.object({ budget: TypedDecimal.pipe(OwnLimitUsd) });

/** Starts measuring what a rating rests on, for the price that the page shows. @returns the analysis' id */
export const startAttribution = userForm(
  async ({ ctx }, form) => {
    const fields = formFields(form);
    const id = idOf(fields["id"]);
    const isFree = fields["budget"] === undefined;
    const budgetUsd = isFree ? null : Budget.parse(fields).budget;
    const wish = attributionWish(fields, isFree);
    await orderAttribution(ctx, { id, plan: webContext().attributionPlanner, wish, budgetUsd });
    return id;
  },
  { page: (id) => `/analyses/${id}#measure` },
);

export const stopAttribution = userAction(async ({ ctx }, id: string) => {
  await cancelAttribution(ctx, idOf(id));
});

/** An action is called by whoever knows its address, with whatever they like. */
function idOf(given: unknown): string {
  const id = Id.safeParse(given);
  if (!id.success) throw new InvalidInput("there is no such analysis");
  return id.data;
}
