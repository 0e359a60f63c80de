import { z } from 'zod';

const MAX_URL = 2000;
/** Below it, only the ports of what is spoken there. */
export const FIRST_FREE_PORT = 1024;

function addressProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'Please enter an https:// address';
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user name or password';
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return 'The port must be that of HTTPS, or above 1023';
  return null;
}

/**
 * An address that an owner has something sent to. Whether its server may be asked is known when it is asked: a name can mean
 * something else by then.
 */
export const webAddress = z
  .string('Address is required')
  .trim()
  .min(1, 'Address is required')
  .max(MAX_URL)
  .superRefine((text, context) => {
    const message = addressProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
