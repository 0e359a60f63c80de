import { z } from 'zod';

/** Answers of calls that have nothing to give back but a text for the screen. */
export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });
export type MessageView = z.infer<typeof messageSchema>;
