import { z } from "zod";
import type { WebhookEvent } from "../jobs/jobs.ts";
import type { MailJob } from "./mails.ts";
import { anyId } from "../text.ts";

/** For a changed rating: the signal and its place in its list's chain. */
export const AlertedSignal = z.object({ signal: anyId, list: anyId, number: z.int() });
export type AlertedSignal = z.infer<typeof AlertedSignal>;

/** Addresses are looked up when sent. */
export type Posted =
  | { readonly destination: "job"; readonly analysis: string; readonly data: { readonly event: WebhookEvent } }
  | { readonly destination: "alert"; readonly owner: string; readonly data: AlertedSignal }
  | { readonly destination: "mail"; readonly data: MailJob };
