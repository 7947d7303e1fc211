/** Where questions to a report stand on its page. */
export const askPart = "ask";
