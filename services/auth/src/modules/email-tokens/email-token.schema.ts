import { z } from 'zod';

/** Tokens of our own have 43 characters; others need not be looked up. */
export const mailedTokenSchema = z.string().min(1).max(100);
