"use client";

import { Plus } from "lucide-react";
import type { ListInstrument } from "#src/contract/signals/signals.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { FormDialog } from "#src/web/components/ui/dialog.tsx";
import { follow } from "#src/web/actions/signals.ts";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { SelectField } from "#src/web/components/ui/fields.tsx";

interface Props {
  readonly instrument: ListInstrument;
  /** Of the viewer's own, those that do not hold it. */
  readonly lists: readonly { readonly id: string; readonly name: string }[];
  /** The plan has room for one more list. */
  readonly mayCreate: boolean;
}

/** Adds the instrument to a watchlist, whose changes of rating its owner is told of. */
export function FollowButton({ instrument: { symbol, asset_type: type }, lists, mayCreate }: Props) {
  const announce = useAnnounce();
  const options = [
    ...lists.map(({ id, name }) => ({ value: id, label: name })),
    ...(mayCreate ? [{ value: "", label: "New watchlist" }] : []),
  ];
  if (options.length === 0) return null;
  return (
    <FormDialog
      label={
        <>
          <Plus aria-hidden /> Add to watchlist
        </>
      }
      variant="secondary"
      size="md"
      title={`Add ${symbol} to a watchlist`}
      description="The watchlist analyses it on its schedule and tells you when the rating changes. Each run counts towards your monthly analyses."
      confirm="Add to watchlist"
      action={follow}
      failed={`${symbol} could not be added`}
      hidden={{ symbol, asset_type: type }}
      done={(name) => announce(`${symbol} added to ${isolated(name)}`)}
      isPlain
    >
      <SelectField label="Watchlist" name="list" defaultValue={options[0]?.value} options={options} />
    </FormDialog>
  );
}
