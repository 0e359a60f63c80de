import { statusOf } from './status.ts';

const item = (tone: 'danger' | 'warn', title: string, tab: string) => ({
  ...{ id: title, detail: '', tone, title, tab },
});

describe('the status of the whole installation', () => {
  it.each([
    [[], true, { tone: 'looking', text: 'Looking at every part…', tab: null }],
    [[], false, { tone: 'ok', text: 'Everything works', tab: null }],
    [[item('warn', '2 dead letters', 'jobs')], true, { tone: 'warn', text: '2 dead letters', tab: 'jobs' }],
    [
      [item('danger', 'edge-1: Not reporting', 'system'), item('warn', '2 dead letters', 'jobs')],
      false,
      { tone: 'danger', text: 'edge-1: Not reporting, and 1 more', tab: 'overview' },
    ],
  ])('%#', (items, isLooking, expected) => {
    expect(statusOf(items, isLooking)).toEqual(expected);
  });
});
