/** Dots in their names mean nothing, and both domains are one. */
const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address: without case and without a +tag, which anybody can make up, and without Gmail's dots. */
export function mailbox(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  // A name of nothing but a tag is a name: without it, everybody's at that provider would be one.
  const name = local.split('+')[0] || local;
  if (!GOOGLE.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}
