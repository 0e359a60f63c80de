import { z } from 'zod';

const MAX_LENGTH = 4_000;

export const userNoteIdSchema = z.uuid();

export const userNoteCreateSchema = z
  .object({ text: z.string().trim().min(1).max(MAX_LENGTH) })
  .meta({ id: 'UserNoteCreate' });
export type UserNoteCreate = z.infer<typeof userNoteCreateSchema>;

export const userNoteSchema = z
  .object({
    id: z.uuid(),
    text: z.string(),
    created_at: z.iso.datetime(),
    author_id: z.uuid(),
    /** Present as long as the author's account exists. */
    author_email: z.string().nullable(),
  })
  .meta({ id: 'UserNote' });
export type UserNoteView = z.infer<typeof userNoteSchema>;

export const userNotesSchema = z.object({ notes: z.array(userNoteSchema) }).meta({ id: 'UserNotes' });
