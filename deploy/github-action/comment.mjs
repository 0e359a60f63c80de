// Writes the plan as a comment on the pull request: a new one the first time, the same one anew from then on.
import { readFileSync } from 'node:fs';

const { COMMENT_AUTHOR, COMMENT_FILE, GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN } =
  process.env;
const { POLICY_FILE } = process.env;

/** GitHub takes 65,536 characters. */
const MAX_LENGTH = 60_000;
const PER_PAGE = 100;
/** Comments that are looked through for our own: the newest of a long discussion are not among them. */
const MAX_PAGES = 20;
const TIMEOUT_MS = 30_000;

const { pull_request: pullRequest } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
if (pullRequest === undefined) {
  console.log('::notice title=Palisade::This run is of no pull request: there is nothing to comment on.');
} else {
  await comment(pullRequest.number);
}

async function comment(number) {
  // The name cannot end the HTML comment.
  const marker = `<!-- palisade plan ${encodeURIComponent(POLICY_FILE).replaceAll('-', '%2D')} -->`;
  const body = `${marker}\n${shortened(readFileSync(COMMENT_FILE, 'utf8'))}`;
  const known = await ownComment(number, marker);
  if (known === null) await call('POST', `issues/${number}/comments`, { body });
  else if (known.body.trimEnd() !== body.trimEnd())
    await call('PATCH', `issues/comments/${known.id}`, { body });
}

/** The marker is no secret, so that the author counts, too. */
async function ownComment(number, marker) {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = await call('GET', `issues/${number}/comments?per_page=${PER_PAGE}&page=${page}`);
    const own = comments.find(({ user, body }) => user?.login === COMMENT_AUTHOR && body?.startsWith(marker));
    if (own !== undefined) return own;
    if (comments.length < PER_PAGE) return null;
  }
  return null;
}

function shortened(text) {
  if (text.length <= MAX_LENGTH) return text;
  const lines = text.slice(0, MAX_LENGTH).split('\n').slice(0, -1);
  return `${lines.join('\n')}\n\nThere is more: run \`palisade plan\`.\n`;
}

async function call(method, address, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${address}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
      'user-agent': 'palisade-plan',
      'x-github-api-version': '2022-11-28',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return response.json();
  const { message = '' } = await response.json().catch(() => ({}));
  const hint = response.status === 403 ? ' Does the job have the permission pull-requests: write?' : '';
  throw new Error(`GitHub answered ${response.status} to ${method} ${address}: ${message}.${hint}`);
}
