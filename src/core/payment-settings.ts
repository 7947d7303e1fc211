import { z } from "zod";
import { switchOn, text, url } from "./variable-kinds.ts";

const signingSecret = z.string().min(16, "must have at least 16 characters").optional();
const address = url.transform((given) => given.replace(/\/+$/, ""));

/** The variables of payment processors, by their names. */
export const paymentVariables = {
  NOWPAYMENTS_API_KEY: text,
  NOWPAYMENTS_IPN_SECRET: signingSecret,
  NOWPAYMENTS_IPN_SECRET_PREVIOUS: signingSecret,
  NOWPAYMENTS_URL: address.default("https://api.nowpayments.io"),
  NOWPAYMENTS_OUTCOME_CURRENCIES: z
    .string()
    .regex(/^[a-z0-9]+(?:[\s,]+[a-z0-9]+)*$/i, "must be currencies such as usdttrc20, separated by commas")
    .transform((list) => list.toLowerCase().split(/[\s,]+/))
    .optional(),
  BTCPAY_URL: address.optional(),
  BTCPAY_API_KEY: text,
  BTCPAY_STORE_ID: text,
  BTCPAY_WEBHOOK_SECRET: signingSecret,
  BTCPAY_WEBHOOK_SECRET_PREVIOUS: signingSecret,
  DEPOSIT_SANDBOX: switchOn.optional(),
};

type Variables = z.infer<z.ZodObject<typeof paymentVariables>>;

/** Holds secrets; the code that keeps it makes it unprintable. */
export function paymentsOf(data: Variables) {
  return {
    nowpayments: {
      apiKey: data.NOWPAYMENTS_API_KEY ?? null,
      secret: data.NOWPAYMENTS_IPN_SECRET ?? null,
      previousSecret: data.NOWPAYMENTS_IPN_SECRET_PREVIOUS ?? null,
      url: data.NOWPAYMENTS_URL,
      /** `null`: in whatever it pays us. */
      outcomeCurrencies: data.NOWPAYMENTS_OUTCOME_CURRENCIES ?? null,
    },
    btcpay: {
      url: data.BTCPAY_URL ?? null,
      apiKey: data.BTCPAY_API_KEY ?? null,
      storeId: data.BTCPAY_STORE_ID ?? null,
      secret: data.BTCPAY_WEBHOOK_SECRET ?? null,
      previousSecret: data.BTCPAY_WEBHOOK_SECRET_PREVIOUS ?? null,
    },
    /** `null`: where no real processor is, on a local server. */
    sandbox: data.DEPOSIT_SANDBOX ?? null,
  };
}
