import type { Company } from '../../../entities/company/company.ts';

/** The company meant by "we", from the operator's settings. */
export function whoRunsThis({ name, address, email, register }: Company): string {
  if (!name) return '“We” are those who run this installation of Palisade. The contact page leads to them.';
  const where = [name, ...address].join(', ');
  const details = [...register, ...(email ? [email] : [])];
  return `“We” are ${where}${details.length > 0 ? ` (${details.join('; ')})` : ''}.`;
}
