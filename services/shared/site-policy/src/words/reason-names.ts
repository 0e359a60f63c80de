/** The edge's reasons by name, for headings and cells; what they mean for one request, `decisionText` says. */
const names: Readonly<Record<string, string>> = {
  rule: 'A managed rule',
  rate_limit: 'Over the rate limit',
  path_rate_limit: 'Over the limit of a path',
  blocked_address: 'On the block list',
  blocked_country: 'Country is blocked',
  banned: 'Banned address',
  manual: 'Banned by you',
  malware: 'Malware in an upload',
  upload_over_limit: 'Upload larger than the scanner accepts',
  upload_scan_failed: 'Upload that could not be scanned',
  body_too_large: 'Body too large',
  body_bomb: 'Decompression bomb',
  body_coding_malformed: 'Body that cannot be decompressed',
  'deception:link': 'Followed a hidden link',
  'deception:field': 'Filled in a hidden field',
};

/** By what stands before the colon, as what follows it names a sign, a list or a rule. */
const families: Readonly<Record<string, string>> = {
  bad_framing: 'Malformed request',
  blocked_list: 'On a blocked list',
  bot: 'Bad bot',
  challenge: 'Browser challenge',
  challenged_list: 'On a challenged list',
  client_certificate: 'Client certificate',
  crawler: 'Crawler',
  custom: 'Custom rule',
  ddos: 'Part of a flood',
  deception: 'Hidden link or field',
  leaked_password: 'Leaked password at sign-in',
  limit: 'Over a rate limit rule',
};
/** What follows the colon is an id, which nobody reads. */
const NAMED_BY_ID: ReadonlySet<string> = new Set(['custom', 'limit']);

/** Such as "Bad bot (empty agent)"; reasons of later versions are read aloud. */
export function reasonName(reason: string): string {
  const [family = '', sign = ''] = reason.split(/:(.*)/s);
  const known = names[reason] ?? families[family] ?? names[family] ?? family.replaceAll('_', ' ');
  const isSaid = sign === '' || Object.hasOwn(names, reason) || NAMED_BY_ID.has(family);
  return isSaid ? known : `${known} (${sign.replaceAll(/[_:]/g, ' ')})`;
}
