/** Paths that the edge answers itself on sites that use challenges. */
export const RESERVED_PATH = '/.palisade/';
export const PATHS = {
  challenge: `${RESERVED_PATH}challenge`,
  clearance: `${RESERVED_PATH}clearance`,
  script: `${RESERVED_PATH}challenge.js`,
  style: `${RESERVED_PATH}challenge.css`,
  solver: `${RESERVED_PATH}solver.js`,
  worker: `${RESERVED_PATH}worker.js`,
} as const;
/** Header with the solution: base64 of JSON. A custom header, so that no form of another site can send it. */
export const SOLUTION_FIELD = 'palisade-solution';

/** Nothing inline and nothing from other hosts; the worker's own response may run WebAssembly. */
export const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
/** The same, but allows the styles of an owner's page, which has no scripts. */
export const OWN_PAGE_CHALLENGE_CSP = PAGE_CSP.replace(
  "style-src 'self'",
  "style-src 'self' 'unsafe-inline'; img-src data:",
);
export const WORKER_CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'";

/**
 * Replaces the requested page until the browser has solved the challenge. It is served at the requested address, so
 * that going on is a reload and no address is passed around.
 *
 * @param repeatable whether a reload repeats the request. A form has to be sent again by the visitor, from its own
 * page: if we repeated it, it could not be told from a form that another site sent in the visitor's name.
 */
export function challengePage(host: string, requestId: string, repeatable: boolean): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Checking your browser · ${host}</title>
${CHALLENGE_HEAD}
</head>
<body>
<main>
<p class="site">${host}</p>
<h1>Checking your browser</h1>
<p id="text">This site is protected against automated visits. Your browser does a short calculation; then you are let through. There is nothing that you need to do.</p>
${challengeMarkup(repeatable)}
<dl><dt>Request ID</dt><dd>${requestId}</dd></dl>
</main>
</body>
</html>
`;
}

/** Markup for the head of any page with a challenge, an owner's as well. */
export const CHALLENGE_HEAD = `<link rel="stylesheet" href="${PATHS.style}">
<script type="module" src="${PATHS.script}"></script>`;

/** Markup in which the challenge shows its progress. */
export const challengeMarkup = (repeatable: boolean): string =>
  `<div data-repeatable="${repeatable}">
<noscript><p class="note">The calculation needs JavaScript. Please allow it for this site and load the page again, or ask the owner of the site for help and name the request ID.</p></noscript>
<div class="bar" id="bar" role="progressbar" aria-label="Calculation" hidden><span></span></div>
<p id="status" role="status" aria-live="polite"></p>
<p id="act" hidden><button type="button" id="again"></button></p>
</div>`;

export const PAGE_STYLE = `:root { color-scheme: light dark; --ink: #172033; --soft: #556074; --ground: #f5f7fa; --card: #fff; --line: #dfe4ec; --mark: #2f5bd8; --on-mark: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf4; --soft: #a3adbf; --ground: #0f141d; --card: #171e2a; --line: #2a3444; --mark: #8fb0ff; --on-mark: #0f141d } }
[hidden] { display: none !important }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { box-sizing: border-box; width: min(34rem, calc(100vw - 2rem)); margin: 1rem; padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--card); border: 1px solid var(--line); border-radius: 14px }
p.site { margin: 0; color: var(--mark); font-weight: 600; overflow-wrap: anywhere }
h1 { margin: .25rem 0 .75rem; font-size: 1.6rem; line-height: 1.25 }
p { margin: 0 0 1.25rem; color: var(--soft) }
p.note, #status { color: var(--ink) }
#status:empty { display: none }
.bar { height: 6px; margin: 0 0 1.25rem; overflow: hidden; background: var(--line); border-radius: 3px }
.bar span { display: block; width: 40%; height: 100%; background: var(--mark); border-radius: 3px; animation: run 1.4s ease-in-out infinite }
@keyframes run { from { transform: translateX(-100%) } to { transform: translateX(250%) } }
@media (prefers-reduced-motion: reduce) { .bar span { animation: none; width: 100% } }
button { padding: .6rem 1.2rem; border: 0; border-radius: 8px; background: var(--mark); color: var(--on-mark); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
dl { margin: 0; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft) }
dd { margin: 0; color: var(--ink); font-family: ui-monospace, monospace; overflow-wrap: anywhere }
`;

/**
 * Runs in the visitor's browser: fetches a challenge, solves it with ALTCHA's solver, submits the solution, reloads.
 */
export const PAGE_SCRIPT = `import { solveChallengeWorkers } from '${PATHS.solver}';
const part = (id) => document.getElementById(id);
const repeatable = document.querySelector('[data-repeatable]').dataset.repeatable === 'true';
const say = (text) => { part('status').textContent = text; };
const offer = (label, action) => {
  part('again').textContent = label;
  part('again').onclick = action;
  part('act').hidden = false;
};
async function prove() {
  part('act').hidden = true;
  part('bar').hidden = false;
  say('Calculating…');
  const answer = await fetch('${PATHS.challenge}', { cache: 'no-store' });
  if (!answer.ok) throw new Error('no challenge: ' + answer.status);
  const challenge = await answer.json();
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1)),
    createWorker: () => new Worker('${PATHS.worker}'),
    timeout: 120000,
  });
  if (!solution) throw new Error('no solution');
  const proof = btoa(JSON.stringify({ challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }));
  const clearance = await fetch('${PATHS.clearance}', { method: 'POST', cache: 'no-store', headers: { '${SOLUTION_FIELD}': proof } });
  if (!clearance.ok) throw new Error('not accepted: ' + clearance.status);
}
function start() {
  prove().then(() => {
    part('bar').hidden = true;
    if (repeatable) {
      if (!navigator.cookieEnabled) { say('Please allow cookies for this site, then load the page again.'); return; }
      say('Done. The page is loading.');
      location.reload();
    } else {
      say('Done. What you sent has not been passed on. Please go back and send it again.');
      offer('Go back', () => history.back());
      part('again').focus();
    }
  }, () => {
    part('bar').hidden = true;
    say('The calculation did not succeed. Your browser may be too old, block WebAssembly, or have lost its connection.');
    offer('Try again', start);
  });
}
start();
`;
