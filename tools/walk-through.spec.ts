// The home page's recording of the dashboard: as long, as large and as light as the page says, with captions of its words.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  captionsOf,
  MAX_POSTER_BYTES,
  MAX_RECORDING_BYTES,
  scenes,
} from '../frontend/src/features/marketing/content/walk-through.ts';

const folder = path.resolve(import.meta.dirname, '../frontend/public/walk-through');
const read = (name: string): Buffer => readFileSync(path.join(folder, name));
const SECONDS = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
/** What an encoder may add by whole pictures, and a browser by its first one. */
const MORE_SECONDS = 1;

/** Of a WebM file (Matroska): the element Duration, in thousandths of a second unless TimestampScale says otherwise. */
function secondsOf(recording: Buffer): number {
  const head = recording.subarray(0, 4096);
  const at = head.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  if (head.readUInt32BE(0) !== 0x1a45dfa3 || at === -1) throw new Error('not a WebM file with a duration');
  return head.readDoubleBE(at + 3) / 1000;
}

describe('the recording of the dashboard', () => {
  it('lasts as long as its captions, and is light', () => {
    const recording = read('dashboard.webm');
    expect(Math.abs(secondsOf(recording) - SECONDS)).toBeLessThan(MORE_SECONDS);
    expect(recording.length).toBeLessThanOrEqual(MAX_RECORDING_BYTES);
    expect(recording.length).toBeGreaterThan(50_000);
  });

  it('has no sound', () => {
    expect(read('dashboard.webm').subarray(0, 4096).includes('A_OPUS')).toBe(false);
    expect(read('dashboard.webm').subarray(0, 4096).includes('V_VP9')).toBe(true);
  });

  it('has the captions that the page says', () => {
    expect(read('captions.vtt').toString()).toBe(captionsOf(scenes));
  });

  it('has a light poster', () => {
    expect(read('poster.webp').toString('latin1', 8, 12)).toBe('WEBP');
    expect(statSync(path.join(folder, 'poster.webp')).size).toBeLessThanOrEqual(MAX_POSTER_BYTES);
  });
});

describe('captions', () => {
  it('follow each other without a gap', () => {
    expect(
      captionsOf([
        { seconds: 8, text: 'First.' },
        { seconds: 55, text: 'Then.' },
      ]),
    ).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:08.000\nFirst.\n\n00:00:08.000 --> 00:01:03.000\nThen.\n');
  });
});
