import { Alert } from "#src/web/components/ui/alert.tsx";

/** What came of a link of a change of address, as `followAddressChange` names it. */
const addressNotices: Readonly<
  Record<string, { readonly tone: "positive" | "negative"; readonly title: string; readonly text: string }>
> = {
  confirmed: {
    tone: "positive",
    title: "One more link",
    text: "We have written to the new address. Nothing changes before you open the link there.",
  },
  changed: {
    tone: "positive",
    title: "Your address is changed",
    text: "You sign in with the new one from now on. Your other sessions have ended.",
  },
  ended: {
    tone: "negative",
    title: "The link does not work any more",
    text: "It was used before, has expired, or another change took its place. Nothing was changed by it.",
  },
  taken: {
    tone: "negative",
    title: "Your address stays as it was",
    text: "The new one has come to belong to another account.",
  },
  other: {
    tone: "negative",
    title: "The link is about another account",
    text: "Sign out here, and open it again.",
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
