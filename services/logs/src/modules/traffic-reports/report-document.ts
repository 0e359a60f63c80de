import {
  columnChart,
  INK,
  legend,
  PAGE,
  percentChart,
  type Ranked,
  ranking,
  renderPdf,
  type Sheet,
} from '@palisade/pdf';
import { count } from './change-sentence.rules.ts';
import type { CountedValue, ReportBrand, ReportFigures } from './report-figures.types.ts';
import { noClasses, noValues, ofAPart } from './report-words.rules.ts';

const BLOCKED = '#c2410c';
const PRODUCT = { name: 'Palisade', colour: '#0e5a45' } as const;
const WIDTH = PAGE.right - PAGE.left;
const GAP = 24;
const HALF = (WIDTH - GAP) / 2;
const RIGHT_HALF = PAGE.left + HALF + GAP;
const LOGO: readonly [number, number] = [150, 40];

const LONG_DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const SHORT_DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const NAMES = { week: 'Weekly report', month: 'Monthly report' } as const;

/** A report as a PDF of two pages. Deterministic: it depends on its arguments only. */
export function reportPdf(figures: ReportFigures, brand: ReportBrand): Promise<Buffer> {
  const look = { name: brand.name || PRODUCT.name, colour: brand.colour || PRODUCT.colour, logo: brand.logo };
  const facts = {
    title: `${NAMES[figures.period]}: ${figures.title}, ${figures.firstDay} to ${figures.lastDay}`,
    createdAt: new Date(`${figures.lastDay}T23:59:59Z`),
  };
  return renderPdf(facts, (sheet) => {
    head(sheet, figures, look);
    const y = opening(sheet, figures, 118);
    overview(sheet, figures, look.colour, y + 16);
    foot(sheet, look.name, 1);
    sheet.newPage();
    details(sheet, figures, look.colour);
    foot(sheet, look.name, 2);
  });
}

type Look = ReportBrand;

function head(sheet: Sheet, figures: ReportFigures, { name, colour, logo }: Look): void {
  sheet.box(0, 0, PAGE.width, 6, colour);
  if (logo === null) {
    const first = [...name][0] ?? '';
    sheet.box(PAGE.left, 36, 30, 30, colour, 8);
    sheet.text(first.toUpperCase(), PAGE.left, 41, {
      size: 16,
      weight: 'bold',
      colour: '#ffffff',
      width: 30,
      align: 'centre',
    });
    sheet.text(name, PAGE.left + 40, 42, { size: 14, weight: 'bold', width: 220 });
  } else {
    sheet.picture(Buffer.from(logo), PAGE.left, 32, LOGO);
    sheet.text(name, PAGE.left + LOGO[0] + 14, 42, { size: 11, weight: 'bold', width: 130 });
  }
  const right = { width: 190, align: 'right' } as const;
  sheet.text(NAMES[figures.period], PAGE.right - 190, 36, { ...right, size: 11, weight: 'bold' });
  sheet.text(`${dayName(figures.firstDay)} – ${dayName(figures.lastDay)}`, PAGE.right - 190, 53, {
    ...right,
    size: 9,
    colour: INK.muted,
  });
  sheet.line([PAGE.left, 84], [PAGE.right, 84]);
}

/** The title, the sentence and the figures. @returns vertical position of the next part */
function opening(sheet: Sheet, figures: ReportFigures, y: number): number {
  sheet.text(figures.title, PAGE.left, y - 18, { size: 22, weight: 'bold', width: WIDTH });
  const below = sheet.paragraph(figures.sentence, PAGE.left, y + 16, WIDTH, { size: 11.5 });
  const { totals, before } = figures;
  const tiles = [
    { name: 'Requests', value: count(totals.requests), note: against(totals.requests, before?.requests) },
    { name: 'Blocked', value: count(totals.blocked), note: against(totals.blocked, before?.blocked) },
    { name: 'Sent', value: bytes(totals.responseBytes), note: '' },
    { name: 'From cache', value: percent(totals.cacheHits), note: '' },
    { name: 'Uptime', value: percent(totals.uptime, 3), note: '' },
  ];
  const gap = 10;
  const width = (WIDTH - gap * (tiles.length - 1)) / tiles.length;
  const top = below + 14;
  tiles.forEach(({ name, value, note }, i) => {
    const x = PAGE.left + i * (width + gap);
    sheet.box(x, top, width, 56, '#f4f5f1', 6);
    sheet.text(name, x + 10, top + 8, { size: 8, colour: INK.muted, width: width - 20 });
    sheet.text(value, x + 10, top + 20, { size: 14, weight: 'bold', width: width - 20 });
    sheet.text(note, x + 10, top + 40, { size: 7.5, colour: INK.muted, width: width - 20 });
  });
  return top + 56;
}

function overview(sheet: Sheet, figures: ReportFigures, colour: string, y: number): void {
  heading(sheet, 'Requests by day', PAGE.left, y);
  legend(sheet, PAGE.left + 120, y + 1, [
    { name: 'allowed', colour },
    { name: 'blocked', colour: BLOCKED },
  ]);
  const columns = figures.days.map(({ day, requests, blocked }) => ({
    label: shortDay(day),
    parts: [requests - blocked, blocked],
  }));
  columnChart(sheet, { x: PAGE.left, y: y + 26, width: WIDTH, height: 190 }, columns, [colour, BLOCKED]);
  const below = y + 240;
  heading(sheet, 'Blocked by class', PAGE.left, below);
  list(sheet, PAGE.left, below + 22, figures.classes, BLOCKED, noClasses(figures), 'blocked');
  heading(sheet, 'Requests by country', RIGHT_HALF, below);
  list(sheet, RIGHT_HALF, below + 22, figures.countries, colour, noValues(figures), 'requests');
  const note = ofAPart(figures);
  if (note !== '') sheet.paragraph(note, PAGE.left, below + 190, WIDTH, { size: 8.5, colour: INK.muted });
}

function details(sheet: Sheet, figures: ReportFigures, colour: string): void {
  sheet.box(0, 0, PAGE.width, 6, colour);
  const isOfAll = figures.sites.length > 0;
  heading(sheet, 'Paths asked for most', PAGE.left, 40);
  const width = isOfAll ? HALF : WIDTH;
  list(sheet, PAGE.left, 62, figures.paths, colour, noValues(figures), 'requests', width);
  if (isOfAll) {
    heading(sheet, 'Sites', RIGHT_HALF, 40);
    list(sheet, RIGHT_HALF, 62, figures.sites, colour, '', 'requests');
  }
  const charts = [
    ['Errors of your server, of what it was asked', 'originErrors', BLOCKED, { from: 0, to: null }],
    ['Answered from the cache, of what may be cached', 'cacheHits', colour, { from: 0, to: 100 }],
    ['Uptime of your server', 'uptime', colour, { from: footOf(figures), to: 100 }],
  ] as const;
  charts.forEach(([title, field, line, range], i) => {
    const y = 246 + i * 176;
    heading(sheet, title, PAGE.left, y);
    const points = figures.days.map((day) => ({ label: shortDay(day.day), value: day[field] }));
    if (points.every(({ value }) => value === null))
      sheet.text('Nothing is known of it for these days.', PAGE.left, y + 24, { size: 9, colour: INK.muted });
    else percentChart(sheet, { x: PAGE.left, y: y + 28, width: WIDTH, height: 124 }, points, line, range);
  });
}

/** Start of the uptime axis: a single hour of a day has to be visible. */
function footOf({ days }: ReportFigures): number {
  const least = Math.min(100, ...days.flatMap(({ uptime }) => (uptime === null ? [] : [uptime])));
  return [99, 95, 90, 75, 50].find((foot) => least >= foot) ?? 0;
}

function list(
  sheet: Sheet,
  x: number,
  y: number,
  values: readonly CountedValue[],
  colour: string,
  empty: string,
  by: 'requests' | 'blocked',
  width = HALF,
): void {
  if (values.length === 0) {
    sheet.text(empty, x, y, { size: 9, colour: INK.muted, width });
    return;
  }
  const rows = values.map((value): Ranked => {
    const blocked = by === 'requests' && value.blocked > 0 ? ` (${count(value.blocked)} blocked)` : '';
    return { label: value.name, value: value[by], shown: `${count(value[by])}${blocked}` };
  });
  ranking(sheet, { x, y, width }, rows, colour);
}

const heading = (sheet: Sheet, words: string, x: number, y: number): void =>
  sheet.text(words, x, y, { size: 11, weight: 'bold' });

function foot(sheet: Sheet, name: string, page: number): void {
  sheet.line([PAGE.left, 796], [PAGE.right, 796]);
  const small = { size: 7.5, colour: INK.muted } as const;
  const by = name === PRODUCT.name ? '' : ` · Figures by ${PRODUCT.name}`;
  sheet.text(`${name}${by} · Days are those of UTC.`, PAGE.left, 802, { ...small, width: WIDTH - 40 });
  sheet.text(`${page} / 2`, PAGE.right - 40, 802, { ...small, width: 40, align: 'right' });
}

const percent = (value: number | null, digits = 1): string =>
  value === null ? '–' : `${Number(value.toFixed(digits))} %`;

/** "+12 % against before"; empty without a preceding period. */
function against(now: number, before: number | undefined): string {
  if (before === undefined || before === 0) return '';
  const change = Math.round((now / before - 1) * 100);
  return `${change > 0 ? '+' : change < 0 ? '−' : '±'}${count(Math.abs(change))} % on before`;
}

function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  const amount = value / 1000 ** unit;
  return `${Number(amount.toFixed(amount < 100 && unit > 0 ? 1 : 0))} ${units[unit]}`;
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayName = (day: string): string => LONG_DAYS.format(dateOf(day));
const shortDay = (day: string): string => SHORT_DAYS.format(dateOf(day));
