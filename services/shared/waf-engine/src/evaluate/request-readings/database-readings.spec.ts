import { runToEnd } from '../../model/pausable.ts';
import { databaseReadings } from './database-readings.ts';

const readingsOf = (text: string) => runToEnd(databaseReadings(text, { steps: 0, isSliceOver: false }));

describe('how databases take a text apart', () => {
  it.each([
    ['controls are blanks', "1'\x02or\x1f1=1", "1' or 1=1"],
    ['a byte of no character is one', "1'\xa0or\xa01=1", "1' or 1=1"],
    ['comments that end their line are', '1#x\nunion--y\r\nselect', '1 union select'],
    ['what MySQL runs is no comment', '1/*!50000union*//*!select*/2', '1 union  select 2'],
    ['nor is what it does not end', '1/*!0union/*!0select', '1 union select'],
    ['words go on behind their comments', 'un/**/ion se/*x*/lect', 'union select'],
    ['percent signs that escape nothing go', '%u%n%i%o%n %41', 'union %41'],
  ])('%s', (_what, text, read) => {
    expect(readingsOf(text)).toContain(read);
  });

  it.each([
    'a\tb\r\nc',
    'voil\xc3\xa0 b',
    '# Heading\n\ntext',
    'a -- b\n---\nc',
    'a /* b */ c',
    '100 % of 50 %',
    '<?\x0b\x01',
  ])('%j is read as it is', (text) => {
    expect(readingsOf(text)).toEqual([]);
  });
});
