import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { keepTyped } from './keep-typed.ts';

let values: unknown;

function Form({ started }: { started?: () => void }) {
  const { register, watch } = useForm({ defaultValues: { name: '', message: '', reason: 'none' } });
  values = watch();
  useEffect(() => started?.(), [started]);
  return (
    <form>
      <input {...register('name')} />
      <textarea {...register('message')} />
      <select {...register('reason')}>
        <option value="none">None</option>
        <option value="many">Too many</option>
      </select>
      <input type="checkbox" />
    </form>
  );
}

it('what was typed into a static page is there once the page runs, and the form knows it', async () => {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML =
    '<form><input name="name"/><textarea name="message"></textarea>' +
    '<select name="reason"><option value="none">None</option><option value="many">Too many</option></select>' +
    '<input type="checkbox"/></form>';
  const input = container.querySelector('input') as HTMLInputElement;
  const area = container.querySelector('textarea') as HTMLTextAreaElement;
  input.value = 'Ada';
  const select = container.querySelector('select') as HTMLSelectElement;
  area.value = 'Hello';
  select.value = 'many';
  const putBack = keepTyped(container);
  await act(async () => {
    hydrateRoot(container, <Form started={putBack} />);
  });
  expect(container.querySelector('input')).toBe(input);
  expect([input.value, area.value, select.value]).toEqual(['Ada', 'Hello', 'many']);
  expect(values).toEqual({ name: 'Ada', message: 'Hello', reason: 'many' });
});
