/** Why an event was not believed. */
export type Refusal =
  | 'unsigned'
  | 'unknown_producer'
  | 'bad_signature'
  | 'producer_not_allowed'
  | 'moved'
  | 'too_old'
  | 'ahead';
