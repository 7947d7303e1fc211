import type { Metadata } from "next";
import { readProfile } from "#src/services/accounts/read-profile.ts";
import { NotificationsForm } from "#src/web/components/account/notifications-form.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationSettingsPage() {
  const who = await requireViewer();
  const { notifications, email } = await readProfile(contextOf(who));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Email notifications</CardTitle>
        <CardDescription>
          Sent to <span className="wrap-anywhere">{email}</span>. Security emails, such as a changed password, are
          always sent.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <NotificationsForm settings={notifications} />
      </CardContent>
    </Card>
  );
}
