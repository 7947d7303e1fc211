import { z } from "zod";

/** What the sandbox's payer can do. */
export const SandboxAct = z.enum([
  "exact",
  "partial",
  "rest",
  "too_much",
  "wrong_asset",
  "again",
  "expire",
  "fail",
  "refund",
]);
export type SandboxAct = z.infer<typeof SandboxAct>;

/** A payment as the sandbox holds it. */
export interface SandboxPayment {
  readonly id: string;
  readonly orderId: string;
  readonly status: string;
  readonly payCurrency: string;
  readonly payAmount: string;
  readonly payAddress: string;
  readonly paidAmount: string;
  readonly priceUsd: string;
  readonly createdAt: number;
}
