"use server";

import { z } from "zod";
import { ProcessorName } from "#src/contract/deposits.ts";
import { SandboxAct } from "#src/contract/sandbox.ts";
import { parseUsd } from "#src/contract/money.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { Conflict, VendorFailed } from "#src/core/errors.ts";
import { openDeposit } from "#src/product/deposits/open-deposit.ts";
import { playSandbox } from "#src/product/deposits/play-sandbox.ts";
import { webContext } from "../context.ts";
import { contextOf } from "../viewer.ts";
import { defineAction } from "./action.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

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
export const startDeposit = formAction(
  (fields: FormData): Promise<Outcome<string>> =>
    outcome(async () => {
      const who = await signedIn();
      const { amount, processor, currency, key } = Order.parse(formFields(fields));
      const { paymentGateway, log } = webContext();
      const order = { paymentGateway, amountMinor: amount, processor, currency, idempotencyKey: key };
      const deposit = await openDeposit(contextOf(who), order).catch((error: unknown) => {
        if (!(error instanceof VendorFailed)) throw error;
        log.warn({ err: error }, "the payment processor returned no payment");
        throw new Conflict(
          "the payment processor did not respond correctly, so no deposit was created; try again in a few minutes",
        );
      });
      return deposit.id;
    }, "amount"),
  (id) => `/deposits/${id}`,
);

const Play = z.object({ paymentId: anyId, act: SandboxAct });

/** Plays the payer of the sandbox, where that is in force. */
export const playPayer = defineAction((play: z.infer<typeof Play>): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await playSandbox(contextOf(who), { paymentGateway: webContext().paymentGateway, ...Play.parse(play) });
    return null;
  }),
);
