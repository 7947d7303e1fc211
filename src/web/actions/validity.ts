"use server";

import { z } from "zod";
import { InvalidInput } from "#src/core/errors.ts";
import { orderValidity } from "#src/product/backtests/order-validity.ts";
import { contextOf } from "../viewer.ts";
import { formAction } from "./form-action.ts";
import { formFields } from "./form-fields.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

const Id = z.string().regex(/^bt_\w{1,40}$/);

/** Has the validity report of a backtest made, also in place of one that was made. @returns the backtest's id */
export const makeValidity = formAction(
  (form: FormData): Promise<Outcome<string>> =>
    outcome(async () => {
      const ctx = contextOf(await signedIn());
      const id = Id.safeParse(formFields(form)["id"]);
      if (!id.success) throw new InvalidInput("there is no such backtest");
      await orderValidity(ctx, id.data);
      return id.data;
    }),
  (id) => `/backtests/${id}#validity`,
);
