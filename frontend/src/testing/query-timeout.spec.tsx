import { render, screen } from '@testing-library/react';
import './query-timeout.ts';

const timesIn = (message: string, text: string) => message.split(text).length - 1;

describe('what is not on the page', () => {
  beforeEach(() => void render(<p>Here</p>));

  it('is told with the page, by a search that does not wait', () => {
    expect(() => screen.getByText('Elsewhere')).toThrow('Here');
  });

  it('is told with the page once, by a search that has given up', async () => {
    const given = screen.findByText('Elsewhere', {}, { timeout: 100 });
    const message = await given.then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain('Unable to find an element with the text: Elsewhere');
    expect(timesIn(message, 'Here')).toBe(1);
  });
});
