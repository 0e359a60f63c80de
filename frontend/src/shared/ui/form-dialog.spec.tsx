import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Input } from './input.tsx';

async function open() {
  const onClose = jest.fn();
  render(
    <FormDialog
      title="A form"
      submitLabel="Save"
      onClose={onClose}
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label="Name">
        <Input />
      </Field>
    </FormDialog>,
  );
  await screen.findByRole('dialog', { name: 'A form' });
  return onClose;
}

describe('a form in a dialog', () => {
  it('closes by Escape while nothing was typed', async () => {
    const onClose = await open();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before a slip loses what was typed', async () => {
    const onClose = await open();
    await userEvent.type(screen.getByLabelText('Name'), 'Spring');
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('alertdialog', { name: 'Close without saving?' });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Spring');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is left by its own buttons without a question', async () => {
    const onClose = await open();
    await userEvent.type(screen.getByLabelText('Name'), 'Spring');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
