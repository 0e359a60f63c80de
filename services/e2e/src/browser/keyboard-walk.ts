// A walk through what stands on a page, or in the dialog over it, by keyboard alone: everything that can be pressed is
// reached, one sees where one is (also in forced colours, which take shadows and backgrounds away), nothing that sticks
// hides it, dialogs keep the focus and give it back, and nothing else keeps it.
import type { Page } from 'playwright-core';

/** How long what Escape closes may take to be gone on a busy machine, in ms. */
const CLOSED = 3_000;
const TURN = 200;
/** A page's lists may grow while one walks. */
const SPARE_STEPS = 60;
/** More than a film has. */
const FILM_CONTROLS = 12;

interface Step {
  /** The element's number among those seen; -1 when the focus is nowhere. */
  number: number;
  name: string;
  inDialog: boolean;
  visible: boolean;
  /** What lies over all of it. */
  cover: string | null;
}

/** What is wrong on the page as it is. @param ways with which keys it is walked through */
export async function keyboardFaults(
  page: Page,
  ways: readonly ('Tab' | 'Shift+Tab')[] = ['Tab', 'Shift+Tab'],
): Promise<string[]> {
  await page.evaluate(installWalk);
  const { count, dialog, byMouseAlone } = await page.evaluate(() => walk().begin());
  const faults = byMouseAlone.map((name) => `only a mouse presses ${name}`);
  for (const keys of ways) {
    const steps = await stepsOf(page, keys, count * 2 + SPARE_STEPS);
    if (steps === null) faults.push(`${keys} comes to no end`);
    for (const { number, name, inDialog, visible, cover } of steps ?? []) {
      if (dialog && !inDialog) faults.push(`${keys} leaves the dialog for ${name}`);
      if (number !== -1 && !visible) faults.push(`one does not see the focus on ${name}`);
      if (cover !== null) faults.push(`${cover} covers ${name} after ${keys}`);
    }
    if (keys === 'Tab')
      faults.push(
        ...(await page.evaluate(() => walk().missed())).map((name) => `Tab never comes to ${name}`),
      );
  }
  if (dialog) faults.push(...(await escapes(page)));
  return faults;
}

/** Where the key comes to, until it leaves the page or begins anew; null: it does neither. */
async function stepsOf(page: Page, keys: string, most: number): Promise<Step[] | null> {
  const steps: Step[] = [];
  let stayed = 0;
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(keys);
    let step: Step = await page.evaluate(() => walk().look());
    if (step.cover !== null) {
      // Long lists put their rows in place after they were scrolled.
      await page.waitForTimeout(TURN);
      step = await page.evaluate(() => walk().look());
    }
    // A film with its own controls is several steps; a field whose list the arrow keys move in may be all there is.
    if (step.number !== -1 && step.number === steps.at(-1)?.number) {
      if (++stayed === FILM_CONTROLS) return steps;
      continue;
    }
    stayed = 0;
    if (steps.some(({ number }) => number === step.number)) return steps;
    steps.push(step);
    if (step.number === -1) return steps;
  }
  return null;
}

/** Escape closes what is uppermost, or asks whether it may; the focus is then somewhere. */
async function escapes(page: Page): Promise<string[]> {
  const before = await page.evaluate(() => walk().open());
  await page.keyboard.press('Escape');
  let after = before;
  for (let waited = 0; after === before && waited < CLOSED; waited += TURN) {
    await page.waitForTimeout(TURN);
    after = await page.evaluate(() => walk().open());
  }
  const { number } = await page.evaluate(() => walk().look());
  // What was opened by an address or a shortcut may have nothing to give the focus back to.
  const opener = await page.evaluate(() => walk().cameFromSomewhere());
  return [
    ...(after === before ? ['Escape does not close the dialog'] : []),
    ...(number === -1 && opener ? ['the focus is lost when the dialog closes'] : []),
  ];
}

interface Walk {
  begin(): { count: number; dialog: boolean; byMouseAlone: string[] };
  look(): Promise<Step>;
  missed(): string[];
  /** Whether anything had the focus before the dialog, and is still there. */
  cameFromSomewhere(): boolean;
  /** How many dialogs and menus are open. */
  open(): number;
}
declare const walk: () => Walk;
declare global {
  var lastOutside: Element | undefined;
}

/** To be run in the page before its own code: notes what had the focus outside of dialogs and menus. */
export function noteFocus() {
  addEventListener(
    'focusin',
    ({ target }) => {
      if (
        target instanceof Element &&
        !target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')
      )
        globalThis.lastOutside = target;
    },
    true,
  );
}

/** In the page; everything stands within, since it is sent there as text. */
function installWalk() {
  const PRESSABLE =
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"], [role="button"], [role="switch"], [role="tab"], [role="menuitem"], [role="option"], [role="slider"]';
  /** Arrow keys move within these; Tab comes to one of them. */
  const GROUPS =
    '[role="tablist"], [role="radiogroup"], [role="menu"], [role="listbox"], [role="grid"], [role="toolbar"]';
  const LAYERS =
    '[role="dialog"]:not([data-closed]), [role="alertdialog"]:not([data-closed]), [role="menu"]:not([data-closed])';
  /** They are reached, and spared by dialogs. */
  const MESSAGES = 'section[aria-live]';
  const SHOWN = [
    'outlineStyle',
    'outlineWidth',
    'outlineColor',
    'boxShadow',
    'borderTopColor',
    'borderTopWidth',
    'backgroundColor',
    'textDecorationLine',
  ] as const;

  const isThere = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
    !element.closest('[inert], [aria-hidden="true"]');
  const layers = () => [...document.querySelectorAll(LAYERS)].filter(isThere);
  const nameOf = (element: Element) =>
    `<${element.localName}${element.role ? ` role=${element.role}` : ''}> "${(
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      (element.textContent || element.getAttribute('name') || element.getAttribute('class') || '')
    )
      .trim()
      .slice(0, 60)}"`;

  /** How an element looks, with what may show its focus for it: its label, its box, what stands beside it. */
  const lookOf = (element: Element) => {
    const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
    const around = [
      element,
      element.parentElement,
      element.nextElementSibling,
      label,
      ...(label?.querySelectorAll('*') ?? []),
      ...element.querySelectorAll(':scope > *'),
    ].filter((one) => one instanceof Element);
    return around
      .flatMap((one) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(one, pseudo)))
      .map((style) => SHOWN.map((property) => style[property]).join(' '))
      .join('|');
  };

  /** What lies over all of it; a field that is there for the keyboard alone is where its label is. */
  const coverOf = (element: Element): string | null => {
    const own = element.getBoundingClientRect();
    const shown =
      own.width > 2 && own.height > 2 ? element : (element.closest('label') ?? element.parentElement);
    if (!shown || element.closest(MESSAGES)) return null;
    const whole = shown.getBoundingClientRect();
    // Of what is taller than the screen, the part on it.
    const top = Math.max(whole.top, 0);
    const left = Math.max(whole.left, 0);
    const box = new DOMRect(
      left,
      top,
      Math.min(whole.right, innerWidth) - left,
      Math.min(whole.bottom, innerHeight) - top,
    );
    const inset = { x: Math.min(3, box.width / 3), y: Math.min(3, box.height / 3) };
    const points = [
      [box.left + box.width / 2, box.top + box.height / 2],
      [box.left + inset.x, box.top + inset.y],
      [box.right - inset.x, box.top + inset.y],
      [box.left + inset.x, box.bottom - inset.y],
      [box.right - inset.x, box.bottom - inset.y],
    ] as const;
    const above = points.map(([x, y]) => document.elementFromPoint(x, y));
    // Messages go by themselves.
    const isSeen = above.some(
      (one) => one && (shown.contains(one) || one.contains(shown) || one.closest(MESSAGES) !== null),
    );
    return isSeen ? null : `${above[0] ? nameOf(above[0]) : 'the edge'}`;
  };

  /** React's handlers are not attributes; a thing that only a mouse can press has one and no way for the keyboard. */
  const pressesByMouse = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    const props = key && (element as unknown as Record<string, Record<string, unknown>>)[key];
    return Boolean(props && typeof props.onClick === 'function');
  };

  let scope: Element = document.body;
  let expected: Element[] = [];
  const looks = new Map<Element, string>();
  const seen: Element[] = [];

  const isExpected = (element: Element) =>
    isThere(element) &&
    !(element as HTMLButtonElement).disabled &&
    element.getAttribute('aria-disabled') !== 'true' &&
    // What opens the list beside a field: the field's arrow keys do.
    !element.matches(
      '[type="hidden"], [data-base-ui-focus-guard], [tabindex="-1"][aria-haspopup="listbox"]',
    ) &&
    // What can be focused by a script alone is no control: a heading that is read out, a panel.
    !(
      element.getAttribute('tabindex') === '-1' &&
      !element.closest(GROUPS) &&
      !element.matches('a[href], button')
    );

  const walker: Walk = {
    begin() {
      scope = layers().at(-1) ?? document.body;
      // A menu or a window that leaves the page in use is walked through with it.
      const dialog = scope !== document.body && !isThere(document.querySelector('main') ?? document.body);
      if (!dialog) scope = document.body;
      expected = [...scope.querySelectorAll(PRESSABLE)].filter(isExpected);
      // The way begins before the first control; of a dialog, where it has put the focus.
      if (!dialog) {
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute('tabindex');
      }
      for (const element of expected)
        if (element !== document.activeElement) looks.set(element, lookOf(element));
      const byMouseAlone = [...scope.querySelectorAll('*')].filter(
        (element) =>
          pressesByMouse(element) &&
          // What maps and charts show, the lists and tables beside them do.
          !(element instanceof SVGElement) &&
          isThere(element) &&
          !element.matches(`${PRESSABLE}, label, form`) &&
          !element.closest('a[href], button, label, [role="option"], [role="menuitem"]') &&
          !element.querySelector(PRESSABLE),
      );
      return { count: expected.length, dialog, byMouseAlone: byMouseAlone.map(nameOf) };
    },
    async look() {
      // What stands at the ends of a dialog hands the focus on to its other end.
      while (document.activeElement?.matches('[data-base-ui-focus-guard]'))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      const element = document.activeElement;
      if (!element || element === document.body || element === document.documentElement)
        return { number: -1, name: 'nothing', inDialog: false, visible: true, cover: null };
      if (!seen.includes(element)) seen.push(element);
      const before = looks.get(element);
      return {
        number: seen.indexOf(element),
        name: nameOf(element),
        inDialog:
          scope.contains(element) ||
          layers().at(-1)?.contains(element) === true ||
          element.closest(MESSAGES) !== null,
        visible: before === undefined || before !== lookOf(element),
        cover: coverOf(element),
      };
    },
    missed() {
      return expected
        .filter((element) => {
          if (!element.isConnected || !isExpected(element)) return false;
          if (seen.includes(element)) return false;
          const group = element.closest(GROUPS);
          if (group && (seen.some((one) => group.contains(one)) || group.id === comboboxList())) return false;
          const { type, name } = element as HTMLInputElement;
          return !(type === 'radio' && seen.some((one) => (one as HTMLInputElement).name === name));
        })
        .map(nameOf);
    },
    cameFromSomewhere: () => globalThis.lastOutside?.isConnected === true,
    // Those beneath are hidden from readers, and open all the same.
    open: () => [...document.querySelectorAll(LAYERS)].filter((one) => one.checkVisibility()).length,
  };
  /** The list that a field with suggestions moves in. */
  const comboboxList = () =>
    seen.find((one) => one.role === 'combobox')?.getAttribute('aria-controls') ?? undefined;
  Object.assign(globalThis, { walk: () => walker });
}
