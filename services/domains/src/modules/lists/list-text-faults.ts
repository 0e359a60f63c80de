/** What may be wrong with a text itself. */
export const TEXT_FAULTS = [
  'list_too_large',
  'list_not_addresses',
  'list_not_of_its_kind',
  'too_many_user_agents',
  'not_decisions',
] as const;
export type TextFault = (typeof TEXT_FAULTS)[number];
