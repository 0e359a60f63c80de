import { zodResolver } from '@hookform/resolvers/zod';
import { emailAddress, requiredText, text } from '../../shared/lib/form-fields.ts';
import * as z from '../../shared/lib/zod.ts';

const schema = z.object({
  name: requiredText('Please enter your name'),
  email: emailAddress(),
  subject: text(),
  message: requiredText('Please enter a message'),
  website: z.string(),
});

export const contactResolver = zodResolver(schema);
