/** Why the outcome of a recorded request cannot be determined, as clauses; by the causes that a replay counts. */
export const unpredictableBecause = {
  rates: 'it depends on how many requests came before (rate limits, bans, DDoS protection)',
  body: 'the body is incomplete',
  masked: 'code in the request was masked, and a rule may look for it',
  crawler: 'the client says it is a search engine crawler, which only a DNS lookup can confirm',
  behaviour: 'it depends on what the client did before',
  lists: 'it depends on whether the address is on one of the site’s lists',
  fingerprint: 'it depends on the client’s TLS fingerprint, which was not recorded',
  certificate: 'it depends on the client certificate, which is not recorded',
  upload_scan: 'it depends on the malware scanner',
  unreadable: 'the request cannot be read',
} as const satisfies Readonly<Record<string, string>>;
