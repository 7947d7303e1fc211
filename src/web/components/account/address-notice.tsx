import { Alert } from "#src/web/components/ui/alert.tsx";

/** What came of a link of a change of address, as `followAddressChange` names it. */
const addressNotices: Readonly<
  Record<string, { readonly tone: "positive" | "negative"; readonly title: string; readonly text: string }>
> = {
  confirmed: {
    tone: "positive",
    title: "One more step",
    text: "We sent a link to your new email address. Nothing changes until you open it.",
  },
  changed: {
    tone: "positive",
    title: "Your email address has changed",
    text: "Use the new address to sign in from now on. Your other sessions have ended.",
  },
  ended: {
    tone: "negative",
    title: "This link no longer works",
    text: "It has been used, has expired, or was replaced by another change. Nothing was changed.",
  },
  taken: {
    tone: "negative",
    title: "Your email address was not changed",
    text: "The new address now belongs to another account.",
  },
  other: {
    tone: "negative",
    title: "This link is for another account",
    text: "Sign out, then open the link again.",
  },
};

export function AddressNotice({ state }: { state: string | null }) {
  const notice = addressNotices[state ?? ""];
  if (notice === undefined) return null;
  return (
    <Alert tone={notice.tone} title={notice.title}>
      {notice.text}
    </Alert>
  );
}
