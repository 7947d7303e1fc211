import { z } from "zod";
import { secrets, text } from "./variable-kinds.ts";

const store = /^(https?:\/\/.+?)\/stores\/([^/?#]+)\/?$/i;

/** The variables of payment processors, by their names. */
export const paymentVariables = {
  /** KEY, or https://KEY@HOST for another host than its own, such as its sandbox. */
  NOWPAYMENTS_API_KEY: text,
  NOWPAYMENTS_IPN_SECRET: secrets(16).default([]),
  NOWPAYMENTS_OUTCOME_CURRENCIES: z
    .string()
    .regex(/^[a-z0-9]+(?:[\s,]+[a-z0-9]+)*$/i, "must be currencies such as usdttrc20, separated by commas")
    .transform((list) => list.toLowerCase().split(/[\s,]+/))
    .optional(),
  BTCPAY_URL: z
    .string()
    .regex(store, "must be the store's address, such as https://pay.example/stores/STORE_ID")
    .optional(),
  BTCPAY_API_KEY: text,
  BTCPAY_WEBHOOK_SECRET: secrets(16).default([]),
};

type Variables = z.infer<z.ZodObject<typeof paymentVariables>>;

/** Holds secrets; the code that keeps it makes it unprintable. */
export function paymentsOf(data: Variables) {
  const [, btcpayUrl, storeId] = store.exec(data.BTCPAY_URL ?? "") ?? [];
  return {
    nowpayments: {
      ...nowPaymentsOf(data.NOWPAYMENTS_API_KEY ?? null),
      secrets: secretsOf(data.NOWPAYMENTS_IPN_SECRET),
      /** `null`: in whatever it pays us. */
      outcomeCurrencies: data.NOWPAYMENTS_OUTCOME_CURRENCIES ?? null,
    },
    btcpay: {
      url: btcpayUrl ?? null,
      storeId: storeId ?? null,
      apiKey: data.BTCPAY_API_KEY ?? null,
      secrets: secretsOf(data.BTCPAY_WEBHOOK_SECRET),
    },
  };
}

function nowPaymentsOf(given: string | null): { readonly apiKey: string | null; readonly url: string } {
  const [, scheme = "https", apiKey = given, host = "api.nowpayments.io"] =
    /^(https?):\/\/([^@/]+)@([^/?#]+)\/?$/i.exec(given ?? "") ?? [];
  return { apiKey, url: `${scheme}://${host}` };
}

/** `null`: none. */
function secretsOf([current, previous]: readonly string[]): { current: string; previous: string | null } | null {
  return current === undefined ? null : { current, previous: previous ?? null };
}
