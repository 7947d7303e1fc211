/* Names in an address of what stands below a report. */

export const askPart = "ask";
export const measurePart = "measure";
export const rerunPart = "rerun";
