/** Outcome of handing one mail to one server. `reason` is `code: text of the server's response`. */
export type Outcome =
  | { kind: 'sent'; serverId: number | null; response: string }
  /** The recipient's side defers the mail (greylisting, mailbox full, …). */
  | { kind: 'deferred'; serverId: number | null; reason: string }
  /** The recipient or the message was rejected permanently. */
  | { kind: 'refused'; serverId: number | null; reason: string }
  /** The connection broke while the message was sent: it may have arrived, or not. */
  | { kind: 'unknown'; serverId: number | null; reason: string }
  /** The server could not be used; certainly nothing was sent. */
  | { kind: 'server_failed'; serverId: number | null; reason: string };
