import type { ReasonCount, ReasonOutcomes } from "#src/contract/reasons.ts";
import { countText } from "#src/core/number-text.ts";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { shareText } from "./signal-text.ts";

/** How often the reasons of signals held, by rating and by the days that they had. */
export function ReasonsTable({ reasons }: { reasons: ReasonOutcomes }) {
  return (
    <Table aria-label="Conditions by rating and by time">
      <THead>
        <TR>
          <TH className="w-full">Signals</TH>
          <TH numeric>Held</TH>
          <TH numeric>Broke</TH>
          <TH numeric>Not decidable</TH>
          <TH numeric>Watched</TH>
          <TH numeric>Share held</TH>
        </TR>
      </THead>
      <TBody>
        <Row name="All" count={reasons.all} />
        {reasons.by_rating.map((one) => (
          <Row key={one.rating} name={<RatingBadge rating={one.rating} />} count={one} />
        ))}
        {reasons.by_days.map((one, index) => (
          <Row
            key={one.up_to_days ?? "longer"}
            name={daysText(one.up_to_days, reasons.by_days[index - 1]?.up_to_days)}
            count={one}
          />
        ))}
      </TBody>
    </Table>
  );
}

function Row({ name, count }: { name: React.ReactNode; count: ReasonCount }) {
  return (
    <TR>
      <TD className="whitespace-nowrap">{name}</TD>
      {[count.held, count.broken, count.undecided, count.open].map((of, index) => (
        <TD key={index} numeric className={of === 0 ? "text-faint" : undefined}>
          {countText(of)}
        </TD>
      ))}
      <TD numeric>{shareText(count.held_share)}</TD>
    </TR>
  );
}

function daysText(most: number | null, before: number | null | undefined): string {
  if (most === null) return `More than ${before ?? 0} days to break`;
  return before == null ? `Up to ${most} days to break` : `${before + 1} to ${most} days to break`;
}
