"use server";

import { z } from "zod";
import { ProcessorName, SandboxAct } from "#src/contract/deposits.ts";
import { parseUsd } from "#src/contract/money.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { Conflict, VendorFailed } from "#src/platform/errors.ts";
import { openDeposit } from "#src/services/deposits/open-deposit.ts";
import { playSandbox } from "#src/services/deposits/play-sandbox.ts";
import { house } from "../context.ts";
import { contextOf } from "../session.ts";
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
      const { till, log } = house();
      const order = { amountMinor: amount, processor, currency, idempotencyKey: key };
      const deposit = await openDeposit({ ...contextOf(who), till }, order).catch((error: unknown) => {
        if (!(error instanceof VendorFailed)) throw error;
        log.warn({ err: error }, "a processor gave no payment");
        throw new Conflict(
          "the payment processor did not answer as it should: nothing was opened, please try again soon",
        );
      });
      return deposit.id;
    }, "amount"),
  (id) => `/deposits/${id}`,
);

const Play = z.object({ paymentId: anyId, act: SandboxAct });

/** Plays the payer of the sandbox, where that is in force. */
export async function playPayer(play: z.infer<typeof Play>): Promise<Outcome> {
  return outcome(async () => {
    await signedIn();
    await playSandbox({ till: house().till }, Play.parse(play));
    return null;
  });
}
