"use server";

import { z } from "zod";
import { ProcessorName } from "#src/contract/accounts/deposits.ts";
import { SandboxAct } from "#src/contract/api/sandbox.ts";
import { parseUsd } from "#src/contract/accounts/money.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { Conflict, VendorFailed } from "#src/core/errors.ts";
import { openDeposit, playSandbox } from "#src/product/deposits/open-deposit.ts";
import { webContext } from "../context.ts";
import { formFields } from "./form-fields.ts";
import { userForm, userAction } from "./acting.ts";

/** Dollars as they are typed, to cents. */
const Amount = z.string().transform((text, check) => {
  const read = parseUsd(text);
  if (read.ok) return read.minor;
  check.addIssue({ code: "custom", message: `the amount ${read.reason}` });
  return z.NEVER;
});

const Order = z.object({
  amount: Amount,
  processor: ProcessorName,
  currency: storableText.min(1, "choose a coin").max(64),
  /** One for each filling of the form: two presses open one deposit. */
  key: z.string().regex(/^[\w-]{16,64}$/),
});

/** Opens a deposit. @returns its id */
export const startDeposit = userForm(
  async ({ ctx }, fields) => {
    const { amount, processor, currency, key } = Order.parse(formFields(fields));
    const { paymentGateway, log } = webContext();
    const order = { paymentGateway, amountMinor: amount, processor, currency, idempotencyKey: key };
    const deposit = await openDeposit(ctx, order).catch((error: unknown) => {
      if (!(error instanceof VendorFailed)) throw error;
      log.warn({ err: error }, "the payment processor returned no payment");
      throw new Conflict(
        "the payment processor did not respond correctly, so no deposit was created; try again in a few minutes",
      );
    });
    return deposit.id;
  },
  { field: "amount", page: (id) => `/deposits/${id}` },
);

const Play = z.object({ paymentId: anyId, act: SandboxAct });

/** Plays the payer of the sandbox, where that is in force. */
export const playPayer = userAction(async ({ ctx }, play: z.infer<typeof Play>) => {
  await playSandbox(ctx, { paymentGateway: webContext().paymentGateway, ...Play.parse(play) });
});
