import type { Metadata } from "next";
import { toIso } from "#src/platform/clock.ts";
import { readProfile } from "#src/services/accounts/read-profile.ts";
import { AddressNotice } from "#src/web/components/account/address-notice.tsx";
import { AvatarForm } from "#src/web/components/account/avatar-form.tsx";
import { EmailForm } from "#src/web/components/account/email-form.tsx";
import { NameForm } from "#src/web/components/account/name-form.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm } from "#src/web/posted-form.ts";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfileSettings({ searchParams }: { searchParams: SearchParams }) {
  const [who, change] = await Promise.all([requireViewer(), paramOf(searchParams, "address")]);
  const { name, email, awaitedEmail, createdAt, ownAvatar } = await readProfile(contextOf(who));
  return (
    <>
      <PageHeader title="Profile" />
      <AddressNotice state={change} />
      <Card>
        <CardHeader>
          <CardTitle>Picture</CardTitle>
          <CardDescription>Only you see it. If you do not upload one, we generate one for you.</CardDescription>
        </CardHeader>
        <CardContent>
          <AvatarForm own={ownAvatar} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Profile</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-5">
          <NameForm name={name} />
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
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Email address</CardTitle>
        </CardHeader>
        <CardContent>
          {webContext().auth.offer.mail ? (
            <EmailForm email={email} awaited={awaitedEmail} posted={await postedForm("/change-email")} />
          ) : (
            <p className="text-sm wrap-anywhere">{email}</p>
          )}
        </CardContent>
      </Card>
    </>
  );
}
