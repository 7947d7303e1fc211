import type { MailJob } from "#src/contract/mails.ts";
import type { Letter } from "./templates.ts";

/** The heads of a day, to be kept where nobody who has the database can change them. */
export function chainHeads(
  origin: string,
  { day, signals, settlement, fault }: Extract<MailJob, { kind: "chain_heads" }>,
): Letter {
  const broken =
    fault === null
      ? []
      : [
          `The record does not verify (${fault.chain}, entry ${fault.number}): ${fault.reason}. Somebody may have changed it: compare the database with a backup.`,
        ];
  return {
    subject: fault === null ? `Chain heads of ${day}` : `The record of signals does not verify (${day})`,
    heading: fault === null ? `Chain heads of ${day}` : "The record of signals does not verify",
    paragraphs: [
      ...broken,
      `Signals: entry ${signals.number}, ${signals.hash}`,
      `Prices that settle signals: entry ${settlement.number}, ${settlement.hash}`,
      "Keep this mail. With these hashes you can tell later whether anything before them was changed: conclave signals verify --head HASH",
    ],
    action: { label: "Open the track record", url: `${origin}/track-record#chain` },
    reason: "It came because you are an administrator of this Conclave and its record has moved.",
    turnOffUrl: null,
  };
}
