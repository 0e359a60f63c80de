import { randomBytes } from 'node:crypto';

/** What a claim is proved with: stands in the name of its CNAME record and in the value of its TXT record. */
export const newToken = (): string => randomBytes(10).toString('hex');
