import type { MailJob } from "#src/contract/mails.ts";
import type { Letter } from "./templates.ts";

/** To be kept where the database's owner cannot change them. */
export function chainHeads(
  origin: string,
  { day, signals, settlement, ledger, fault }: Extract<MailJob, { kind: "chain_heads" }>,
): Letter {
  const broken =
    fault === null
      ? []
      : [
          `The record does not verify (${fault.chain}, entry ${fault.number}): ${fault.reason}. It may have been altered. Compare the database with a backup.`,
        ];
  return {
    subject: fault === null ? `Chain heads of ${day}` : `The record does not verify (${day})`,
    heading: fault === null ? `Chain heads of ${day}` : "The record does not verify",
    paragraphs: [
      ...broken,
      `Signals: entry ${signals.number}, ${signals.hash}`,
      `Settlement prices: entry ${settlement.number}, ${settlement.hash}`,
      ...(ledger === undefined ? [] : [`Ledger: entry ${ledger.number}, ${ledger.hash}`]),
      "Keep this email. With these hashes you can check later whether anything before them was changed: conclave signals verify --head HASH, and conclave ledger verify --head HASH for the ledger",
    ],
    action: { label: "Open the track record", url: `${origin}/track-record#chain` },
    reason: "You are receiving this because you are an administrator and the record has new entries.",
    turnOffUrl: null,
  };
}
