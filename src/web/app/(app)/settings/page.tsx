import type { Metadata } from "next";
import { toIso } from "#src/core/clock.ts";
import { readProfile } from "#src/product/accounts/profile.ts";
import { AvatarForm, EmailForm } from "#src/web/components/account/profile-forms.tsx";
import { saveName } from "#src/web/actions/account.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { Card, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm, paramOf, type PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfileSettings({ searchParams }: PageProps) {
  const [who, change] = await Promise.all([requireViewer(), paramOf(searchParams, "address")]);
  const { name, email, awaitedEmail, createdAt, ownAvatar } = await readProfile(contextOf(who));
  return (
    <>
      <PageHeader title="Profile" />
      <AddressNotice state={change} />
      <Card title="Picture" description="Only you see it. If you do not upload one, we generate one for you.">
        <AvatarForm own={ownAvatar} />
      </Card>
      <Card title="Profile" inner="grid gap-5">
        <ActionForm action={saveName} beside={["name"]} said="Name saved" className="max-w-md">
          <TextField label="Name" name="name" defaultValue={name} autoComplete="name" maxLength={100} required />
          <Submit>Save</Submit>
        </ActionForm>
        <dl className="grid gap-4 border-t pt-4 text-sm sm:grid-cols-2">
          <div>
            <dt className="text-xs text-muted">Member since</dt>
            <dd>
              <Time at={toIso(createdAt)} format="date" />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-muted">Account ID</dt>
            <dd className="font-mono text-xs wrap-anywhere">{who.userId}</dd>
          </div>
        </dl>
      </Card>
      <Card title="Email address">
        {webContext().auth.offer.mail ? (
          <EmailForm email={email} awaited={awaitedEmail} posted={await postedForm("/change-email")} />
        ) : (
          <p className="text-sm wrap-anywhere">{email}</p>
        )}
      </Card>
    </>
  );
}

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

function AddressNotice({ state }: { state: string | null }) {
  const notice = addressNotices[state ?? ""];
  if (notice === undefined) return null;
  return (
    <Alert tone={notice.tone} title={notice.title}>
      {notice.text}
    </Alert>
  );
}
