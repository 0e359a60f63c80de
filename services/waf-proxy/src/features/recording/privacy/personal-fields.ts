import { ADDRESS_FIELDS } from '../../../http/claimed-fields.ts';

const FORWARDING: ReadonlySet<string> = new Set(ADDRESS_FIELDS);

/** User-Agent and its client hints. */
export const USER_AGENT_FIELDS = [
  'user-agent',
  'x-original-user-agent',
  'x-device-user-agent',
  'sec-ch-ua',
  'sec-ch-ua-arch',
  'sec-ch-ua-bitness',
  'sec-ch-ua-form-factors',
  'sec-ch-ua-full-version',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-mobile',
  'sec-ch-ua-model',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-wow64',
] as const;
const USER_AGENT: ReadonlySet<string> = new Set(USER_AGENT_FIELDS);

/** @param field in lower case */
export const isForwardingField = (field: string): boolean => FORWARDING.has(field);
/** @param field in lower case */
export const isUserAgentField = (field: string): boolean => USER_AGENT.has(field);
