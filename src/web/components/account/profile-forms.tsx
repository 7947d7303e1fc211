"use client";

import { useEffect, useRef, useState } from "react";
import { clearAvatar, uploadAvatar } from "#src/web/actions/account.ts";
import { Alert, Button } from "#src/web/components/ui/elements.tsx";
import { FailureAlert, Form, Submit } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { useActionForm, useAuthForm } from "#src/web/components/ui/use-form.ts";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { changeEmail } from "#src/web/auth-actions.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

const most = 5 * 1_048_576;

/** The picture, with what was chosen shown before it is sent. */
export function AvatarForm({ own }: { own: boolean }) {
  const hydrated = useHydrated();
  const announce = useAnnounce();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  // The address of the picture stays the same when the picture changes.
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const field = input.current;
    // Chosen before the page was alive.
    if (field?.files?.length === 1) field.dispatchEvent(new Event("change", { bubbles: true }));
  }, []);
  useEffect(() => () => void (chosen !== null && URL.revokeObjectURL(chosen)), [chosen]);
  const afterSave = (title: string) => {
    setChosen(null);
    setVersion(version + 1);
    if (input.current !== null) input.current.value = "";
    announce(title);
  };
  const { form, errorOf, errorBeside, clear } = useActionForm(uploadAvatar, () => afterSave("Picture saved"));
  const removal = useAction(clearAvatar, () => afterSave("Picture removed"));
  const error = tooLarge ? "The picture is larger than 5 MB." : errorOf("picture");
  return (
    <Form to={form} className="flex flex-wrap items-center gap-5">
      {/* oxlint-disable-next-line nextjs/no-img-element -- private, small, and before it is sent only in the browser */}
      <img
        src={chosen ?? `/api/avatar?v=${version}`}
        alt={chosen === null ? "Your picture" : "Selected picture"}
        width={80}
        height={80}
        className="size-20 shrink-0 rounded-full border bg-sunken object-cover"
      />
      <div className="grid min-w-0 flex-1 gap-2">
        <label htmlFor="picture" className="text-sm font-medium">
          Picture
        </label>
        <input
          ref={input}
          id="picture"
          name="picture"
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          aria-describedby="picture-hint picture-error"
          aria-invalid={error === undefined ? undefined : true}
          onChange={({ target }) => {
            const file = target.files?.[0];
            clear();
            setTooLarge(file !== undefined && file.size > most);
            setChosen(file === undefined || file.size > most ? null : URL.createObjectURL(file));
          }}
          className="w-full min-w-0 text-sm text-muted file:mr-3 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:text-sm file:text-ink"
        />
        <p id="picture-error" role="alert" className="text-xs text-negative empty:hidden">
          {error}
        </p>
        <p id="picture-hint" className="text-xs text-muted">
          PNG, JPEG, WebP, GIF or AVIF, up to 5 MB. It is cropped to a circle.
        </p>
        <FailureAlert failure={errorBeside(["picture"]) ?? removal.failure} />
        <div className="flex flex-wrap gap-2">
          {chosen === null && hydrated ? null : (
            <Submit wide size="sm" className={hydrated ? undefined : "[@media(scripting:enabled)]:hidden"}>
              Save picture
            </Submit>
          )}
          {own && chosen === null ? (
            <Button variant="danger" size="sm" pending={removal.pending} onClick={() => removal.act()}>
              Remove picture
            </Button>
          ) : null}
        </div>
      </div>
    </Form>
  );
}

interface Props {
  readonly email: string;
  /** The address that was asked for and waits for both mailboxes. */
  readonly awaited: string | null;
  readonly posted: PostedForm | null;
}

export function EmailForm({ email, awaited, posted }: Props) {
  const announce = useAnnounce();
  const { form, typed } = useAuthForm({ path: "/change-email", posted }, changeEmail, (_answer, sent) => {
    sent.reset();
    announce("Check your email", `We sent a link to ${email}.`);
  });
  return (
    <Form to={form} beside={["newEmail"]} className="max-w-md">
      <p className="text-sm">
        <span className="text-muted">Your email address is</span>{" "}
        <span className="font-medium wrap-anywhere">{email}</span>
      </p>
      {awaited === null ? null : (
        <Alert tone="info" title={<span className="wrap-anywhere">Change pending: {awaited}</span>}>
          Open the link we sent to your current address, then the one we send to the new address. Each link works for 24
          hours.
        </Alert>
      )}
      <TextField
        label="New email address"
        hint="You confirm the change from both addresses. Your other sessions then end."
        name="newEmail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={posted?.refused == null ? undefined : typed("newEmail")}
        required
      />
      <Submit variant="secondary">Change email address</Submit>
    </Form>
  );
}
