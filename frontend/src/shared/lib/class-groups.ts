import { createTailwindMerge, validators } from 'tailwind-merge';

const { isAny, isArbitraryLength, isArbitraryVariable, isNumber, isTshirtSize } = validators;

const any = [isAny];
/** Sizes of text, and thicknesses: what else stands behind the same prefix is a colour. */
const textSize = ['base', isTshirtSize, isArbitraryLength];
const thickness = ['', isNumber, isArbitraryLength];
const color = [isAny];

/** Groups whose every utility begins with one prefix: `z-10`, `max-w-full`. */
const prefixes = [
  ...['p', 'px', 'py', 'ps', 'pe', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  ...['w', 'min-w', 'max-w', 'h', 'min-h', 'max-h', 'size', 'basis', 'order', 'z'],
  ...['inset', 'inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  ...['gap', 'gap-x', 'gap-y', 'grid-cols', 'grid-rows', 'col', 'col-start', 'row', 'row-start'],
  ...[
    'justify',
    'justify-items',
    'justify-self',
    'content',
    'items',
    'self',
    'place-content',
    'place-items',
    'place-self',
  ],
  ...['leading', 'tracking', 'underline-offset', 'whitespace', 'break', 'wrap', 'line-clamp', 'align'],
  ...['bg', 'opacity', 'shadow', 'fill', 'stroke', 'outline-offset', 'backdrop-blur', 'accent'],
  ...['translate', 'translate-x', 'translate-y', 'rotate', 'scale', 'duration', 'animate', 'delay', 'ease'],
  ...[
    'cursor',
    'pointer-events',
    'select',
    'appearance',
    'touch',
    'scroll-mt',
    'overflow',
    'overflow-x',
    'overflow-y',
  ],
] as const;

const sides = [
  ...['border-x', 'border-y', 'border-s', 'border-e', 'border-t', 'border-r', 'border-b', 'border-l'],
] as const;
const corners = ['rounded-t', 'rounded-r', 'rounded-b', 'rounded-l'] as const;

/** Utilities overridden by a later shorthand can be dropped. */
const includes: Record<string, readonly string[]> = {
  p: ['px', 'py', 'ps', 'pe', 'pt', 'pr', 'pb', 'pl'],
  px: ['ps', 'pe', 'pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  gap: ['gap-x', 'gap-y'],
  flex: ['basis', 'grow', 'shrink'],
  overflow: ['overflow-x', 'overflow-y'],
  translate: ['translate-x', 'translate-y'],
  border: sides,
  'border-x': ['border-s', 'border-e', 'border-r', 'border-l'],
  'border-y': ['border-t', 'border-b'],
  rounded: corners,
  'text-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
};

/**
 * Which utilities exclude each other. The library knows all of Tailwind, which is more than all pages together weigh;
 * these are the ones that this product's styles have. `class-groups.spec.ts` compares both over every class there is.
 */
export const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(prefixes.map((prefix) => [prefix, [{ [prefix]: any }]])),
    ...Object.fromEntries(sides.map((side) => [side, [{ [side]: thickness }]])),
    ...Object.fromEntries(corners.map((corner) => [corner, [{ [corner]: ['', isAny] }]])),
    display: [
      'block',
      'inline',
      'inline-block',
      'inline-flex',
      'flex',
      'inline-grid',
      'grid',
      'table',
      'contents',
      'hidden',
    ],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    'sr-only': ['sr-only', 'not-sr-only'],
    'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'wrap-reverse', 'nowrap'] }],
    flex: [{ flex: [isNumber, 'auto', 'initial', 'none'] }],
    grow: [{ grow: ['', isNumber] }],
    shrink: [{ shrink: ['', isNumber] }],
    'text-size': [{ text: textSize }],
    'text-align': [{ text: ['left', 'center', 'right', 'justify', 'start', 'end'] }],
    'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
    'text-color': [{ text: color }],
    'text-overflow': ['truncate', 'text-ellipsis', 'text-clip'],
    'font-family': [{ font: ['sans', 'mono'] }],
    'font-weight': [{ font: any }],
    'font-style': ['italic', 'not-italic'],
    'text-decoration': ['underline', 'line-through', 'no-underline'],
    'decoration-style': [{ decoration: ['solid', 'dotted', 'dashed', 'wavy'] }],
    'decoration-color': [{ decoration: color }],
    'list-type': [{ list: ['disc', 'decimal', 'none'] }],
    rounded: [{ rounded: ['', isAny] }],
    'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
    'border-collapse': [{ border: ['collapse', 'separate'] }],
    border: [{ border: thickness }],
    'border-color': [{ border: color }],
    'divide-x': [{ 'divide-x': thickness }],
    'divide-y': [{ 'divide-y': thickness }],
    'divide-color': [{ divide: color }],
    'outline-style': [{ outline: ['none', 'hidden', 'dashed', 'dotted'] }],
    outline: [{ outline: thickness }],
    'outline-color': [{ outline: color }],
    ring: [{ ring: thickness }],
    'ring-color': [{ ring: color }],
    transition: [{ transition: ['', isArbitraryVariable, isAny] }],
  },
  conflictingClassGroups: includes,
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: [],
}));
