type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A control's initial value. */
function firstValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/** Writes as a browser does, beside the value that React remembers; React then hears of it as of any input. */
function type(control: Control, value: string): void {
  const prototype: object = Object.getPrototypeOf(control);
  // React has put a property of the same name on the element itself.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  const happens = control instanceof HTMLSelectElement ? 'change' : 'input';
  control.dispatchEvent(new Event(happens, { bubbles: true }));
}

/**
 * A static page's form can be filled in before the page runs. A form that starts writes its own first values over
 * that. Boxes are left to `public/start.js`, which presses them once the page runs.
 * @returns puts back what was typed and chosen; to be called once the page runs
 */
export function keepTyped(container: HTMLElement): () => void {
  const typed = [
    ...container.querySelectorAll<Control>('input:not([type="checkbox"], [type="radio"]), textarea, select'),
  ]
    .filter((control) => control.value !== firstValue(control))
    .map((control) => ({ control, value: control.value }));
  return () => {
    for (const { control, value } of typed) {
      if (control.isConnected && control.value !== value) type(control, value);
    }
  };
}
