import './docs.css';

const root = document.documentElement;
const byId = (id) => document.getElementById(id);

// --- Theme -------------------------------------------------------------------------------------------------------------
const isDark = () =>
  root.dataset.theme === 'dark' ||
  (root.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
byId('theme').addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // Storage may be forbidden: the choice holds for this page.
  }
});

// --- Contents on a phone -----------------------------------------------------------------------------------------------
const contents = byId('contents');
const opener = byId('open-contents');
const show = (open) => {
  contents.classList.toggle('open', open);
  opener.setAttribute('aria-expanded', String(open));
};
opener.addEventListener('click', () => show(opener.getAttribute('aria-expanded') !== 'true'));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || opener.getAttribute('aria-expanded') !== 'true') return;
  show(false);
  opener.focus();
});
// Not scrollIntoView, which would move the page as well.
const here = contents.querySelector('[aria-current="page"]');
if (here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;

// --- Code is copied by one press ---------------------------------------------------------------------------------------
for (const block of document.querySelectorAll('article pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(block.textContent).then(
      () => true,
      () => false,
    );
    button.textContent = done ? 'Copied' : 'Not allowed';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

// --- Search ------------------------------------------------------------------------------------------------------------
const MAX_RESULTS = 20;
const dialog = byId('search');
const field = byId('search-field');
const list = byId('search-results');
const told = byId('search-told');
let index;

/** Nobody who does not search loads it. */
const load = async () => {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('minisearch'),
    fetch(document.body.dataset.search),
  ]);
  if (!answer.ok) throw new Error(`the index answered with ${answer.status}`);
  const { options, index: stored } = await answer.json();
  return MiniSearch.loadJS(stored, options);
};

const open = () => {
  if (dialog.open) return;
  dialog.showModal();
  field.select();
  index ??= load();
};

const line = ({ id, title, heading, excerpt }) => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = id;
  const name = document.createElement('strong');
  name.textContent = heading ? `${title} › ${heading}` : title;
  const text = document.createElement('span');
  text.textContent = excerpt;
  link.append(name, text);
  item.append(link);
  return item;
};

const search = async () => {
  const wanted = field.value.trim();
  if (wanted === '') {
    list.replaceChildren();
    told.textContent = '';
    return;
  }
  try {
    const found = (await index).search(wanted);
    if (wanted !== field.value.trim()) return;
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(line));
    told.textContent = found.length === 0 ? 'Nothing has these words.' : `${found.length} found`;
  } catch {
    index = undefined;
    told.textContent = 'The search could not be loaded. Close it and try again.';
  }
};

byId('open-search').addEventListener('click', open);
byId('close-search').addEventListener('click', () => dialog.close());
field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list.querySelector('a')?.click();
});
dialog.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [field, ...list.querySelectorAll('a')];
  stops[stops.indexOf(document.activeElement) + step]?.focus();
});
// A link to a heading of this very page loads nothing.
list.addEventListener('click', () => dialog.close());
document.addEventListener('keydown', (event) => {
  const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  const wanted = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !typing);
  if (!wanted) return;
  event.preventDefault();
  open();
});
