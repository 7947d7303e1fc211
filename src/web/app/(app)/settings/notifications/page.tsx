import type { Metadata } from "next";
import { readProfile } from "#src/services/accounts/read-profile.ts";
import { NotificationsForm } from "#src/web/components/account/notifications-form.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { contextOf, requireViewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationSettingsPage() {
  const who = await requireViewer();
  const { notifications, email } = await readProfile(contextOf(who), who.userId);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Mails to you</CardTitle>
        <CardDescription>
          They go to <span className="wrap-anywhere">{email}</span>. What protects your account, such as a changed
          password, is always sent.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <NotificationsForm settings={notifications} />
      </CardContent>
    </Card>
  );
}
