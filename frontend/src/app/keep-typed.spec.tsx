import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { keepTyped } from './keep-typed.ts';

let values: unknown;

function Form({ started }: { started?: () => void }) {
  const { register, watch } = useForm({ defaultValues: { name: '', message: '' } });
  values = watch();
  useEffect(() => started?.(), [started]);
  return (
    <form>
      <input {...register('name')} />
      <textarea {...register('message')} />
      <input type="checkbox" />
    </form>
  );
}

it('what was typed into a static page is there once the page runs, and the form knows it', async () => {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML =
    '<form><input name="name"/><textarea name="message"></textarea><input type="checkbox"/></form>';
  const input = container.querySelector('input') as HTMLInputElement;
  const area = container.querySelector('textarea') as HTMLTextAreaElement;
  input.value = 'Ada';
  area.value = 'Hello';
  const putBack = keepTyped(container);
  await act(async () => {
    hydrateRoot(container, <Form started={putBack} />);
  });
  expect(container.querySelector('input')).toBe(input);
  expect([input.value, area.value]).toEqual(['Ada', 'Hello']);
  expect(values).toEqual({ name: 'Ada', message: 'Hello' });
});
