import { z } from 'zod';

/** Our own tokens have 43 characters; others need no look-up. */
export const mailedTokenSchema = z.string().min(1).max(100);
