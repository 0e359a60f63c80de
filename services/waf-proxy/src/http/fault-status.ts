import type { FramingFault } from './head.ts';

/** The status a refused head is answered with. The connection is closed after every one of them. */
export const FAULT_STATUS: Readonly<Record<FramingFault, number>> = {
  control_character: 400,
  head_too_large: 431,
  head_incomplete: 400,
  request_line: 400,
  field_line: 400,
  http_version: 400,
  method_unknown: 400,
  method_refused: 405,
  chunk_malformed: 400,
  trailer_malformed: 400,
  transfer_encoding_on_1_0: 400,
  transfer_encoding_unknown: 400,
  conflicting_length: 400,
  host_missing: 400,
  host_repeated: 400,
  authority_invalid: 400,
  authority_mismatch: 400,
  target_fragment: 400,
  target_form: 400,
  target_too_long: 414,
  too_many_fields: 431,
  unknown_expectation: 417,
  bad_field: 400,
};
