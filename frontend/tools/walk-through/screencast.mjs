import { writeFileSync } from 'node:fs';
import path from 'node:path';

const now = () => Date.now() / 1000;

/** Keeps each picture that the browser paints, and when it did. */
export async function startRecording(devtools, folder) {
  const taken = [];
  const scenes = [];
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = path.join(folder, `${String(taken.length).padStart(5, '0')}.jpg`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    taken.push({ file, at: metadata.timestamp });
    // Ends with the page: one that came last has nobody to be told to.
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 92 });
  return {
    /** @param seconds how long the scene that begins is to be seen */
    scene: (seconds) => scenes.push({ from: now(), seconds }),
    /** @returns a list of pictures with their durations, as ffmpeg's concat reads it */
    async stop() {
      await devtools.send('Page.stopScreencast');
      if (taken.length === 0) throw new Error('the browser painted nothing');
      const ended = now();
      const shown = taken.map(({ file, at }) => ({ file, at: seenAt(at, scenes, ended) }));
      const end = seenAt(ended, scenes, ended);
      const lines = shown.flatMap(({ file, at }, index) => {
        const seconds = (shown[index + 1]?.at ?? end) - (index === 0 ? 0 : at);
        // Of pictures within one of the recording's own the last one counts.
        return seconds < 0.001 ? [] : [`file '${file}'\nduration ${seconds.toFixed(4)}`];
      });
      const list = path.join(folder, 'frames.txt');
      // The last one is named twice: its duration counts only so.
      writeFileSync(list, `${lines.join('\n')}\nfile '${taken.at(-1).file}'\n`);
      return list;
    },
  };
}

/**
 * When a picture is seen in the recording. A scene lasts as long as it should, however long a busy machine took for it, so that captions
 * fit.
 */
function seenAt(at, scenes, ended) {
  let begins = 0;
  for (const [index, { from, seconds }] of scenes.entries()) {
    const until = scenes[index + 1]?.from ?? ended;
    if (at < until || index === scenes.length - 1) {
      const share = (at - from) / (until - from);
      return begins + Math.min(1, Math.max(0, share)) * seconds;
    }
    begins += seconds;
  }
  return begins;
}
