/** Whether this browser's sign-in session still stands; `false` also where nobody answers. */
export async function isSignedIn(): Promise<boolean> {
  try {
    const answer = await fetch("/api/auth/session");
    return answer.ok && (await answer.text()) !== "null";
  } catch {
    return false;
  }
}
