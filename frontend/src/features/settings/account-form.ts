import { zodResolver } from '@hookform/resolvers/zod';
import { emailAddress, text } from '../../shared/lib/form-fields.ts';
import * as z from '../../shared/lib/zod.ts';

export const accountResolver = zodResolver(z.object({ full_name: text(), email: emailAddress() }));
