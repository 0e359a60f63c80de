import { z } from 'zod';
import { emailAddress, line, requiredLine } from '../../http/http-fields.ts';

export const contactSchema = z
  .object({
    name: requiredLine(100, 'Name'),
    email: emailAddress(),
    subject: line(200, 'Subject').default(''),
    message: z
      .string('Message is required')
      .trim()
      .min(1, 'Message is required')
      .max(10_000, 'Message takes at most 10000 characters'),
    /** Honeypot: hidden from people, so only programs fill it in. */
    website: z.string().max(1_000).nullish(),
  })
  .meta({ id: 'ContactMessage' });
export type ContactBody = z.infer<typeof contactSchema>;
