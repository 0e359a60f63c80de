import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { chromiumPath } from '@palisade/testing/chromium';
import { processesWhere } from '@palisade/testing/process-stat';
import type { Interpreter, PlacedText } from './interpreter.ts';

/** Where pages put what visitors send. */
const TEMPLATES = {
  text: ['<p>', '</p>'],
  'attribute in double quotes': ['<input value="', '">'],
  'attribute in single quotes': ["<input value='", "'>"],
  'attribute without quotes': ['<input value=', '>'],
  'address of a link': ['<a href="', '">x</a>'],
  'string in single quotes': ["<script>var found='", "';</script>"],
  'string in double quotes': ['<script>var found="', '";</script>'],
  script: ['<script>', '</script>'],
} as const satisfies Record<string, readonly [string, string]>;

const FRAMES_AT_ONCE = 50;
const FRAMES_PER_PAGE = 600;
/** Frames opened one after another, after which one that has not loaded never will: a clock that goes as fast as the machine. */
const FRAMES_TO_WAIT_FOR = 20;
const AFTER_LOAD_MS = 100;
const FEW = 40;
/** Of all processes of the browser. Not time on the clock: a busy machine would make every page look endless. */
const MAX_CPU_SECONDS = 45;
const CPU_CHECK_MS = 500;

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--proxy-server=127.0.0.1:9',
  '--disable-features=IsolateSandboxedIframes',
  // Written when the page has loaded.
  '--dump-dom',
] as const;

/**
 * Said by a frame when script of the text runs: a dialogue, a cookie read, a page written, a file fetched, or a script of
 * another host that would be loaded. Handlers get their events, links their click. Nothing leaves the machine: the policy
 * allows no address, and there is no proxy where the browser's settings say that one is.
 */
const PRELUDE = `<!doctype html><base href="http://site.example/"><meta http-equiv="Content-Security-Policy"
content="default-src 'none';script-src 'unsafe-inline' 'unsafe-eval' data: blob:;img-src data:"><script>(() => {
const id = name, home = parent, says = home.postMessage.bind(home);
const ran = () => says(id, '*');
for (const known of ['alert', 'confirm', 'prompt', 'print', 'open', 'fetch', 'logChr'])
  Object.defineProperty(self, known, { value: ran, writable: true, configurable: true });
for (const known of ['write', 'writeln']) Document.prototype[known] = ran;
console.log = ran;
Object.defineProperty(Document.prototype, 'cookie', { get() { ran(); return ''; }, set() {} });
addEventListener('securitypolicyviolation', (event) => {
  if (event.effectiveDirective === 'script-src-elem' && event.blockedURI !== 'inline') ran();
});
addEventListener('load', () => {
  // Behind every message of scripts that have run by then.
  setTimeout(() => says('end ' + id, '*'), ${AFTER_LOAD_MS});
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes]) {
      try {
        if (/^on/i.test(name)) element.dispatchEvent(new Event(name.slice(2).toLowerCase()));
        else {
          const address = new URL(value);
          if (address.protocol === 'javascript:') (0, eval)(decodeURIComponent(address.href.slice(11)));
        }
      } catch {}
    }
});
})()</script>`;

export function chromiumInterpreter(): Interpreter {
  const version = execFileSync(chromiumPath(), ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return {
    name: version.trim().split(' ').slice(0, 2).join(' '),
    positions: Object.keys(TEMPLATES),
    accepts: async (texts) => {
      const accepted: boolean[] = [];
      for (let from = 0; from < texts.length; from += FRAMES_PER_PAGE)
        accepted.push(...(await openPage(texts.slice(from, from + FRAMES_PER_PAGE))));
      return accepted;
    },
  };
}

/** What keeps a page busy for ever is left out with the few that share its page, and does not count. */
async function openPage(texts: readonly PlacedText[]): Promise<boolean[]> {
  const said = await dumpPage(texts);
  if (said !== null) return texts.map((_, index) => said.has(index));
  if (texts.length <= FEW) return texts.map(() => false);
  const accepted: boolean[] = [];
  for (let from = 0; from < texts.length; from += FEW)
    accepted.push(...(await openPage(texts.slice(from, from + FEW))));
  return accepted;
}

/** Of which texts script ran, or null if the page did not end. */
async function dumpPage(texts: readonly PlacedText[]): Promise<ReadonlySet<number> | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-script-'));
  try {
    const page = path.join(folder, 'page.html');
    writeFileSync(page, pageOf(texts));
    const browser = spawn(chromiumPath(), [...FLAGS, `--user-data-dir=${folder}/profile`, `file://${page}`], {
      // A group of its own, so that a page that is busy ends with the browser.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const group = browser.pid!;
    const timer = setInterval(() => {
      if (cpuSeconds(group) > MAX_CPU_SECONDS) process.kill(-group, 'SIGKILL');
    }, CPU_CHECK_MS);
    const ended = once(browser, 'close');
    const dumped = await text(browser.stdout);
    await ended;
    clearInterval(timer);
    const said = /<pre id="said">([\d,]*)<\/pre>/.exec(dumped);
    return said === null ? null : new Set(said[1]!.split(',').filter(Boolean).map(Number));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What the processes of a group have used so far; those that have ended do not count. */
const cpuSeconds = (group: number): number =>
  processesWhere((stat) => stat.group === group).reduce((sum, stat) => sum + stat.cpuSeconds, 0);

function pageOf(texts: readonly PlacedText[]): string {
  const documents = texts.map((placed) => {
    const [before, after] = TEMPLATES[placed.position as keyof typeof TEMPLATES];
    return `${before}${placed.text}${after}`;
  });
  const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<!doctype html><meta charset="utf-8"><body><script>
const documents = ${literal(documents)}, prelude = ${literal(PRELUDE)}, ran = new Set(), waiting = new Map();
addEventListener('message', ({ data }) => {
  const [end, index] = String(data).split(' ');
  if (end === 'end') waiting.get(Number(index))?.();
  else ran.add(Number(data));
});
// The page has not loaded before this frame has, which is when its document is closed.
const hold = document.body.appendChild(document.createElement('iframe')).contentDocument;
hold.open();
const open = (name, html) => {
  const frame = document.createElement('iframe');
  const { promise, resolve } = Promise.withResolvers();
  frame.sandbox = 'allow-scripts';
  frame.name = String(name);
  frame.srcdoc = html;
  document.body.append(frame);
  return { frame, promise, resolve };
};
const show = (index) => {
  const { frame, promise, resolve } = open(index, prelude + documents[index]);
  waiting.set(index, resolve);
  // What has left its page no longer says when it ends.
  frame.onload = () => setTimeout(resolve, ${2 * AFTER_LOAD_MS});
  return promise.then(() => frame.remove());
};
const clock = async () => {
  for (let count = 0; count < ${FRAMES_TO_WAIT_FOR}; count++) {
    const { frame, promise, resolve } = open('clock', '');
    frame.onload = () => setTimeout(resolve, 50);
    await promise;
    frame.remove();
  }
};
(async () => {
  for (let from = 0; from < documents.length; from += ${FRAMES_AT_ONCE})
    await Promise.race([clock(), Promise.all(documents.slice(from, from + ${FRAMES_AT_ONCE}).map((_, index) => show(from + index)))]);
  document.body.innerHTML = '<pre id="said">' + [...ran].join() + '</pre>';
  hold.close();
})();
</script>`;
}
