"use client";

import { useEffect, useRef, useState } from "react";
import { clearAvatar, uploadAvatar } from "#src/web/actions/account.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/hydrated.ts";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

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
