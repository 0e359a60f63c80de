import { render, screen } from '@testing-library/react';

const labelsOf = (field: HTMLElement) =>
  [...((field as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent);

/** The test environment finds them by an index of its own: `tools/labels-by-index.mjs`. */
describe('the labels of a field', () => {
  it('are those that name it and the one around it', () => {
    render(
      <>
        <label htmlFor="price">Price</label>
        <label>
          Around <input id="price" />
        </label>
        <label htmlFor="price">Again</label>
        <label htmlFor="other">Other</label>
      </>,
    );
    expect(labelsOf(screen.getByRole('textbox'))).toEqual(['Price', 'Around ', 'Again']);
  });

  it('are of the first of two with one id', () => {
    render(
      <>
        <label htmlFor="twice">Name</label>
        <input id="twice" data-testid="first" />
        <input id="twice" data-testid="second" />
      </>,
    );
    expect(labelsOf(screen.getByTestId('first'))).toEqual(['Name']);
    expect(labelsOf(screen.getByTestId('second'))).toEqual([]);
  });

  it('are none where the name is of something that has no label, or empty', () => {
    render(
      <>
        <label htmlFor="text">Name</label>
        <p id="text">
          <input data-testid="within" />
        </p>
        <label htmlFor="">
          <input data-testid="emptily" />
        </label>
      </>,
    );
    for (const id of ['within', 'emptily']) expect(labelsOf(screen.getByTestId(id))).toEqual([]);
  });

  it('follow changes of the page', () => {
    render(
      <>
        <label htmlFor="new">Name</label>
        <input id="old" />
      </>,
    );
    const field = screen.getByRole('textbox');
    expect(labelsOf(field)).toEqual([]);
    field.id = 'new';
    expect(labelsOf(field)).toEqual(['Name']);
    const before = document.createElement('input');
    before.id = 'new';
    field.before(before);
    expect(labelsOf(field)).toEqual([]);
    before.remove();
    expect(labelsOf(field)).toEqual(['Name']);
  });
});
