// The part of the walk by keyboard that runs in the page: what can be pressed, where the focus is, and how that looks.

/** One step of the walk. */
export interface Step {
  /** The element's number among those seen; -1 when the focus is nowhere. */
  number: number;
  name: string;
  inDialog: boolean;
  visible: boolean;
  /** What lies over all of it. */
  cover: string | null;
  /** What had the focus before, where that is read later. */
  readBefore: string | null;
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
declare global {
  var lastOutside: Element | undefined;
  var walk: () => Walk;
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
export function installWalk() {
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

  /** A field that is there for the keyboard alone is where its label is. */
  const shownFor = (element: Element): Element | null => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 ? element : (element.closest('label') ?? element.parentElement);
  };

  const isPinned = (element: Element | null): boolean =>
    element !== null &&
    (['sticky', 'fixed'].includes(getComputedStyle(element).position) || isPinned(element.parentElement));

  /** Whether the page puts what follows above what it follows, in the same column, or to its left in the same line. */
  const isReadBefore = (after: Element, before: Element): boolean => {
    const follows = before.compareDocumentPosition(after) === Node.DOCUMENT_POSITION_FOLLOWING;
    const [a, b] = [shownFor(after)?.getBoundingClientRect(), shownFor(before)?.getBoundingClientRect()];
    if (!a || !b || !follows || isPinned(after) || isPinned(before)) return false;
    const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const isInLine = shared > Math.min(a.height, b.height) / 2;
    const isInColumn = a.left < b.right && a.right > b.left;
    return (isInColumn && a.bottom <= b.top) || (isInLine && a.right <= b.left);
  };

  /** What lies over all of it. */
  const coverOf = (element: Element): string | null => {
    const shown = shownFor(element);
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
  let last: Element | undefined;
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
        return { number: -1, name: 'nothing', inDialog: false, visible: true, cover: null, readBefore: null };
      if (!seen.includes(element)) seen.push(element);
      const before = looks.get(element);
      const readBefore = last?.isConnected && isReadBefore(element, last) ? nameOf(last) : null;
      last = element;
      return {
        number: seen.indexOf(element),
        name: nameOf(element),
        inDialog:
          scope.contains(element) ||
          layers().at(-1)?.contains(element) === true ||
          element.closest(MESSAGES) !== null,
        visible: before === undefined || before !== lookOf(element),
        cover: coverOf(element),
        readBefore,
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
