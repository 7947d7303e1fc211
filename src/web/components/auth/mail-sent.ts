"use client";

const key = "conclave.mail-sent-to";

/** The address of the last mail that was asked for, for the next page of this tab: in the address bar it would be logged. */
export const mailSent = {
  set: (email: string): void => sessionStorage.setItem(key, email),
  get: (): string | null => sessionStorage.getItem(key),
};
