import { headPaths } from "#src/contract/feeds.ts";
import type { ChainHeads } from "#src/contract/chains.ts";
import { Card } from "#src/web/components/ui/card.tsx";
import { CopyableCode } from "#src/web/components/ui/copyable-code.tsx";
import { TextLink } from "#src/web/components/ui/text-link.tsx";

/** The newest hash of the chain and those of the days before, and how anybody checks them. */
export function ChainCard({ head: { number, hash, days, settlement } }: { head: ChainHeads }) {
  return (
    <Card
      id="chain"
      title="Hash chain"
      description={
        <>
          Each entry contains the hash of the previous one and the head of the settlement prices. Save today&apos;s head
          so that you can check later whether anything before it was changed, removed or inserted. The{" "}
          <a href={headPaths.atom} className="text-accent underline underline-offset-4">
            feed of heads
          </a>{" "}
          delivers them to your feed reader.
        </>
      }
      inner="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <div className="grid gap-2">
        <p className="text-sm">
          Head: <span className="font-medium">{number === 0 ? "no entries yet" : `entry ${number}`}</span>
        </p>
        <CopyableCode text={hash} label="Copy head" />
        <p className="text-sm">
          Settlement prices:{" "}
          <span className="font-medium">
            {settlement.number === 0 ? "no entries yet" : `entry ${settlement.number}`}
          </span>
        </p>
        <CopyableCode text={settlement.hash} label="Copy settlement head" />
      </div>
      {days.length === 0 ? null : (
        <details>
          <summary className="text-sm text-accent underline underline-offset-4">Recent heads (UTC)</summary>
          <ul className="mt-3 grid gap-1.5">
            {days.map((day) => (
              <li key={day.day} className="flex flex-wrap gap-x-4 text-xs">
                <span className="tabular-nums">{day.day}</span>
                <span className="text-muted tabular-nums">entry {day.number}</span>
                <code className="font-mono break-all text-muted">{day.hash}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="grid gap-2">
        <h3 className="text-sm font-medium">How to verify</h3>
        <ol className="grid list-decimal gap-1.5 pl-5 text-sm text-muted">
          <li>
            Download the CSV. The <code className="font-mono text-xs">entry</code> column is the signal as it was
            hashed.
          </li>
          <li>
            The SHA-256 of that text must be its <code className="font-mono text-xs">hash</code>, and{" "}
            <code className="font-mono text-xs">previous</code> the hash of the previous entry. A missing number is a
            withdrawal, which the next entry contains.
          </li>
        </ol>
        <p className="text-sm text-muted">
          What this proves, what it does not, and the command that checks all of it:{" "}
          <TextLink href="/help/verify-the-record">verify the record</TextLink>.
        </p>
      </div>
    </Card>
  );
}
