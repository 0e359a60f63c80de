// `npm run walk-through [-- --data DIR]`: records forty seconds of the dashboard from a running `npm start` whose sample visitors have been
// there for some minutes, into `public/walk-through`: the recording, its poster and its captions. Needs ffmpeg with libvpx.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  captionsOf,
  MAX_POSTER_BYTES,
  MAX_RECORDING_BYTES,
  scenes,
  WALK_THROUGH_SIZE,
} from '../src/features/marketing/content/walk-through.ts';
import { launchChromium } from './canned/server.ts';
import { demoOf, signedInContext } from './running-demo.mjs';
import { pointerOf } from './walk-through/pointer.mjs';
import { acts } from './walk-through/scenes.mjs';
import { startRecording } from './walk-through/screencast.mjs';

const root = path.join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { data: { type: 'string', default: path.join(root, '.palisade') } },
});
const demo = demoOf(values.data);
const POSTER_QUALITIES = [75, 60, 45, 30];

const folder = path.join(root, 'frontend/public/walk-through');
const frames = mkdtempSync(path.join(tmpdir(), 'palisade-frames-'));
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
try {
  const context = await signedInContext(browser, demo, {
    viewport: WALK_THROUGH_SIZE,
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await acts.prepare(page);
  const devtools = await context.newCDPSession(page);
  writeFileSync(path.join(folder, 'poster.webp'), await poster(devtools));
  const pointer = pointerOf(page);
  const recording = await startRecording(devtools, frames);
  for (const { name, seconds } of scenes) {
    recording.scene(seconds);
    // What a scene leaves of its time is looked at.
    await Promise.all([acts[name](page, pointer), page.waitForTimeout(seconds * 1000)]);
  }
  const list = await recording.stop();
  encode(list);
  writeFileSync(path.join(folder, 'captions.vtt'), captionsOf(scenes));
} finally {
  await browser.close();
  rmSync(frames, { recursive: true, force: true });
}

async function poster(devtools) {
  for (const quality of POSTER_QUALITIES) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length <= MAX_POSTER_BYTES) return picture;
  }
  throw new Error(`the poster has more than ${MAX_POSTER_BYTES} bytes at the lowest quality`);
}

/** Screens hardly change, so a constant quality makes a small file. */
function encode(list) {
  const file = path.join(folder, 'dashboard.webm');
  const { status, stderr } = spawnSync(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list],
      ...['-vf', 'fps=15,format=yuv420p', '-an'],
      ...[
        '-c:v',
        'libvpx-vp9',
        '-crf',
        '34',
        '-b:v',
        '0',
        '-row-mt',
        '1',
        '-deadline',
        'good',
        '-cpu-used',
        '2',
      ],
      ...['-t', String(scenes.reduce((sum, { seconds }) => sum + seconds, 0)), '-map_metadata', '-1', file],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`ffmpeg (apt install ffmpeg): ${stderr}`);
  const { size } = statSync(file);
  if (size > MAX_RECORDING_BYTES) throw new Error(`the recording has ${size} bytes`);
  console.log(`palisade: dashboard.webm has ${size} bytes`);
}
