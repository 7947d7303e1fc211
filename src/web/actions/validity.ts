"use server";

import { z } from "zod";
import { InvalidInput } from "#src/core/errors.ts";
import { orderValidity } from "#src/product/backtests/order-validity.ts";
import { formFields } from "./form-fields.ts";
import { userForm } from "./acting.ts";

const Id = z.string().regex(/^bt_\w{1,40}$/);

/** Has the validity report of a backtest made, also in place of one that was made. @returns the backtest's id */
export const makeValidity = userForm(
  async ({ ctx }, form) => {
    const id = Id.safeParse(formFields(form)["id"]);
    if (!id.success) throw new InvalidInput("there is no such backtest");
    await orderValidity(ctx, id.data);
    return id.data;
  },
  { page: (id) => `/backtests/${id}#validity` },
);
