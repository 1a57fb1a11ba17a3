// The search: every word must occur in a section; titles and headings count more. The index is loaded with the first
// letter, as a script, because a page that is read without a server can't fetch.
const root = document.documentElement.dataset.root;
const field = document.getElementById('search');
const results = document.getElementById('results');
const maxResults = 12;

let index;

/** Loads the index once, however many letters are typed meanwhile. */
function loadIndex() {
  index ??= new Promise((done, failed) => {
    const script = document.createElement('script');
    script.src = `${root}/search-index.js`;
    script.onload = () => done(window.pawlSections);
    script.onerror = failed;
    document.head.append(script);
  });
  return index;
}

function scoreOf([title, heading, , text], words) {
  const places = [heading.toLowerCase(), title.toLowerCase(), text.toLowerCase()];
  const weights = [8, 5, 1];
  let sum = 0;
  for (const word of words) {
    const found = places.map((place, at) => (place.includes(word) ? weights[at] : 0));
    const best = Math.max(...found);
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** Some words around the first place where a word was found. */
function excerpt(text, words) {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((n) => n >= 0)),
  );
  const from = Number.isFinite(at) ? Math.max(0, at - 40) : 0;
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 140)}${text.length > from + 140 ? '…' : ''}`;
}

function entry([title, heading, address, text], words) {
  const link = document.createElement('a');
  link.href = `${root}/${address}`;
  const name = document.createElement('b');
  name.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
  const part = document.createElement('span');
  part.textContent = excerpt(text, words);
  link.append(name, part);
  return link;
}

/** The words are read after the wait, so that the list always answers what stands in the field now. */
async function search() {
  const sections = await loadIndex();
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return results.replaceChildren();
  const found = sections
    .map((section) => [scoreOf(section, words), section])
    .filter(([score]) => score > 0)
    .sort(([a], [b]) => b - a);
  const shown = found.slice(0, maxResults).map(([, section]) => entry(section, words));
  if (shown.length > 0) return results.replaceChildren(...shown);
  const nothing = document.createElement('p');
  nothing.textContent = `Nothing was found for “${field.value}”.`;
  results.replaceChildren(nothing);
}

/** The arrows move through the field and the results, Esc closes them, `/` begins a search. */
function onKeyDown(event) {
  const links = [field, ...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === '/' && at !== 0) {
    event.preventDefault();
    field.focus();
  } else if (event.key === 'Escape' && at >= 0) {
    field.value = '';
    results.replaceChildren();
    field.focus();
  } else if (step && at >= 0 && links.length > 1) {
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, at + step))].focus();
  }
}

field.addEventListener('input', search);
document.addEventListener('keydown', onKeyDown);
document.addEventListener('click', (event) => {
  if (!event.target.closest('search')) results.replaceChildren();
});
