/** These ignore dots, and are the same service. */
const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox of an address: lower case, without a +tag, which anybody can invent, and without Gmail's dots. */
export function mailbox(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  // An address may consist of a tag only; without it, all such users of a provider would be the same.
  const name = local.split('+')[0] || local;
  if (!GOOGLE.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}
