import { logPrivacyOf } from './log-privacy.ts';

const OFF = {
  log_addresses: 'full',
  log_mask_query_values: false,
  log_omit_user_agents: false,
  log_omit_fingerprints: false,
  recording_masked_fields: [],
} as const;

type Settings = Parameters<typeof logPrivacyOf>[0];
const hides = (settings: Partial<Settings>, name: string, value = 'x') =>
  logPrivacyOf({ ...OFF, ...settings }).hides!({ name, value });

describe('values that rules matched and that are not kept', () => {
  it('are none where a site keeps everything', () => expect(logPrivacyOf(OFF).hides).toBeNull());

  it.each([
    ['REMOTE_ADDR', { log_addresses: 'network' }],
    ['ADDRESS_LIST:Office', { log_addresses: 'pseudonym' }],
    ['REQUEST_HEADERS:X-Forwarded-For', { log_addresses: 'network' }],
    ['REQUEST_HEADERS:User-Agent', { log_omit_user_agents: true }],
    ['REQUEST_HEADERS:Sec-CH-UA-Model', { log_omit_user_agents: true }],
    ['JA4', { log_omit_fingerprints: true }],
    ['ARGS:q', { log_mask_query_values: true }],
    ['MATCHED_VARS:ARGS_GET:q', { log_mask_query_values: true }],
    ['QUERY_STRING', { log_mask_query_values: true }],
    ['ARGS:customer_number', { recording_masked_fields: ['Customer-Number'] }],
    ['ARGS:json.customer.number', { recording_masked_fields: ['number'] }],
    ['REQUEST_COOKIES:track', { recording_masked_fields: ['track'] }],
    ['REQUEST_HEADERS:X-Note', { recording_masked_fields: ['x-note'] }],
  ] satisfies [string, Partial<Settings>][])('%s', (name, settings) => {
    expect(hides(settings, name)).toBe(true);
    expect(hides(settings, 'ARGS_POST:title')).toBe(false);
    expect(hides(settings, 'REQUEST_FILENAME')).toBe(false);
  });

  it.each(['REQUEST_URI', 'REQUEST_LINE', 'REQUEST_HEADERS:Referer'])('%s where it holds a query', (name) => {
    expect(hides({ log_mask_query_values: true }, name, '/a?q=1')).toBe(true);
    expect(hides({ log_mask_query_values: true }, name, '/../etc/passwd')).toBe(false);
  });
});
