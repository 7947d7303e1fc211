/**
 * What a form or button shows that was used too often. The front door says it instead of the action, as text, which
 * Next hands to whoever called the action as the message of an error.
 */
export const tooManyActions = "You are doing this very often. Wait a minute, then try again.";
