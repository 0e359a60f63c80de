type Control = HTMLInputElement | HTMLTextAreaElement;

/** Writes as a browser does, beside the value that React remembers; React then hears of it as of any input. */
function type(control: Control, value: string): void {
  const { prototype } = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * A static page's form can be typed into before the page runs. A form that starts writes its own first values over
 * that.
 * @returns puts back what was typed; to be called once the page runs
 */
export function keepTyped(container: HTMLElement): () => void {
  const typed = [
    ...container.querySelectorAll<Control>('input:not([type="checkbox"], [type="radio"]), textarea'),
  ]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((control) => ({ control, value: control.value }));
  return () => {
    for (const { control, value } of typed) {
      if (control.isConnected && control.value !== value) type(control, value);
    }
  };
}
