/** What became of an attempt to hand one mail to one server. `reason` is `code: what the server said`. */
export type Outcome =
  | { kind: 'sent'; serverId: number | null; response: string }
  /** The recipient's side asks to be tried later (greylisting, mailbox full, …). */
  | { kind: 'deferred'; serverId: number | null; reason: string }
  /** The recipient or the message was refused for good. */
  | { kind: 'refused'; serverId: number | null; reason: string }
  /** The message was on its way when the connection broke: it may have arrived, or not. */
  | { kind: 'unknown'; serverId: number | null; reason: string }
  /** The server could not be used; certainly nothing was sent. */
  | { kind: 'server_failed'; serverId: number | null; reason: string };
