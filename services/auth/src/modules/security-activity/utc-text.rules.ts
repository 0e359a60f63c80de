/** To the minute, for mails and notices: "2026-11-26 23:51 UTC". */
export const utcText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
