import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { installFakeApi } from './fake-api.ts';
import { renderApp } from './render-app.tsx';
import { stopClock } from './stopped-clock.ts';

/** A service that is away, and says nothing that a person could read. */
export const away = { status: 503, body: null };

export type Step = () => Promise<unknown>;
const front = () => {
  const dialogs = [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')];
  return dialogs.at(-1) ?? document.body;
};
export const press =
  (name: string): Step =>
  async () =>
    fireEvent.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement);
export const pressInDialog =
  (name: string): Step =>
  async () => {
    await waitFor(() => expect(front()).not.toBe(document.body));
    // Forms are reset once their data has loaded.
    await waitFor(() => {
      const button = within(front()).getByRole<HTMLButtonElement>('button', { name });
      expect(button.disabled).toBe(false);
      fireEvent.click(button);
    });
  };
/** Presses what can be taken back for eight seconds, and lets them pass. */
export const outwaitUndo =
  (name: string, end: string): Step =>
  async () => {
    await screen.findByRole('button', { name });
    const clock = stopClock();
    await press(name)();
    await clock.pass(8_000);
    await clock.until(end, () => screen.queryAllByText(end).length > 0);
  };
export const fill =
  (fields: Record<string, string>): Step =>
  async () => {
    for (const [label, value] of Object.entries(fields))
      fireEvent.change((await screen.findAllByLabelText(label)).at(-1) as HTMLElement, { target: { value } });
  };
/** Asks for the password and sends it. */
export const withPassword = (opener: string, confirm: string): Step[] => [
  press(opener),
  fill({ Password: 'secret-password' }),
  pressInDialog(confirm),
];

/** A change that fails, and what is to be read then. */
export interface Failure {
  text: string;
  at: string;
  call: string;
  steps: readonly Step[];
  given?: Parameters<typeof installFakeApi>[0];
}

/** Goes where the change is made, makes it, and reads what is said. */
export async function fails(
  { at, call, steps, given, text }: Failure,
  all: Parameters<typeof installFakeApi>[0],
) {
  const api = installFakeApi({ ...all, ...given, [call]: away });
  renderApp(at);
  for (const step of steps) await step();
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(api.asked(call).length).toBeGreaterThan(0);
}

/** To be called once in each file of such tests. */
export function prepareFailures(): void {
  beforeEach(() => {
    localStorage.clear();
    jest.spyOn(window, 'confirm').mockReturnValue(true);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
}
