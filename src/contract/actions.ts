/**
 * What a form or button shows that was used too often. The front door says it instead of the action, as text, which
 * Next hands to whoever called the action as the message of an error.
 */
export const tooManyActions = "Too many attempts. Wait a minute, then try again.";

/** Nobody reached the server, or nothing came back. */
export const unreachable = "The server could not be reached. Check your connection and try again.";

/** A fault that nobody foresaw; it is in the log. */
export const somethingWentWrong = "Something went wrong on our side. What you entered is still here. Try again.";

/** The session has ended while a page was open. The page shows a link that opens the sign-in beside it. */
export const signedOut =
  "You have been signed out. Sign in again in a new tab, then come back and try again. What you entered is still here.";
