import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Textarea } from '../../../shared/ui/input.tsx';
import {
  useCreateUserNoteMutation,
  useDeleteUserNoteMutation,
  useListUserNotesQuery,
} from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { useRemoval } from '../lists/use-removal.ts';

const MAX_LENGTH = 4_000;

/** Notes of administrators about an account, which its owner never sees. */
export function NotesCard({ id }: { id: string }) {
  const query = useListUserNotesQuery({ id });
  const [add, { isLoading }] = useCreateUserNoteMutation();
  const [remove] = useDeleteUserNoteMutation();
  const { gone, removeWithUndo } = useRemoval((noteId) => remove({ id, noteId }).unwrap(), {
    success: 'Note deleted',
    failure: 'Failed to delete the note',
  });
  const [text, setText] = useState('');
  const notes = query.data?.notes.filter((note) => !gone.has(note.id));
  return (
    <Card>
      <CardHeader title="Notes" description="For administrators; not shown to the account's owner" />
      <CardBody>
        <form
          className="grid gap-3"
          onSubmit={async (event) => {
            event.preventDefault();
            const added = add({ id, userNoteCreate: { text } }).unwrap();
            if (await attempt(added, { success: 'Note added', failure: 'Failed to add the note' }))
              setText('');
          }}
        >
          <Field label="New note">
            <Textarea
              className="min-h-16"
              maxLength={MAX_LENGTH}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            className="justify-self-end"
            busy={isLoading}
            disabled={text.trim() === ''}
          >
            Add note
          </Button>
        </form>
        <ListState query={query}>
          {notes?.length === 0 ? (
            <p className="mt-4 text-sm text-ink-muted">No notes yet.</p>
          ) : (
            <ul className="mt-4 grid gap-3">
              {notes?.map((note) => (
                <li key={note.id} className="flex items-start gap-2 border-t border-line pt-3">
                  <div className="min-w-0 flex-1">
                    <p className="text-xs wrap-anywhere text-ink-muted">
                      {note.author_email ?? note.author_id}, {formatDateTime(note.created_at)}
                    </p>
                    <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">
                      {note.text}
                    </p>
                  </div>
                  <Button
                    variant="ghost"
                    size="icon"
                    className="-mr-2.5 text-danger-text"
                    aria-label={`Delete the note of ${formatDateTime(note.created_at)}`}
                    icon={<Trash2 className="size-4" />}
                    onClick={() => removeWithUndo(note.id, 'The note is about to be deleted.')}
                  />
                </li>
              ))}
            </ul>
          )}
        </ListState>
      </CardBody>
    </Card>
  );
}
