import { z } from 'zod';

/** Responses of calls that return nothing but a text for the screen. */
export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });
export type MessageView = z.infer<typeof messageSchema>;
