"use client";

import type { DevMail } from "#src/contract/messages/mails.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#src/web/components/ui/tabs.tsx";
import { Time } from "#src/web/components/ui/time.tsx";

/** A mail as a mail program shows it: its HTML runs nothing and opens its links beside the page. */
export function MailView({ mail }: { mail: DevMail }) {
  return (
    <article className="min-w-0 rounded-lg border bg-surface p-5">
      <h2 className="text-lg font-semibold">{mail.subject}</h2>
      <p className="mb-4 text-sm text-muted wrap-anywhere">
        to {mail.to}, <Time at={mail.created_at} />
      </p>
      <Tabs defaultValue="text">
        <TabsList aria-label="Email format">
          <TabsTrigger value="text">Text</TabsTrigger>
          <TabsTrigger value="html">HTML</TabsTrigger>
        </TabsList>
        <TabsContent value="text">
          <div className="text-sm whitespace-pre-wrap wrap-anywhere">{linked(mail.text)}</div>
        </TabsContent>
        <TabsContent value="html">
          <iframe
            title={`HTML of ${mail.subject}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={`<base target="_blank">${mail.html}`}
            className="h-[34rem] w-full rounded-md border bg-[#f4f5f7]"
          />
        </TabsContent>
      </Tabs>
    </article>
  );
}

/** The addresses in a text as links; a line holds one at most. */
function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={`${index}`} href={part} className="text-accent underline decoration-accent/40 underline-offset-4">
        {part}
      </a>
    ),
  );
}
