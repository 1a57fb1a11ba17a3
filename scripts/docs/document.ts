// One page of the site: navigation, search field and text.
import { posix } from 'node:path';
import { escaped, type Rendered } from './render.ts';

/** The navigation. Pages that are in no group, and not below a folder, are listed at its end. */
const groups: [title: string, pages: [page: string, name: string][]][] = [
  [
    'Start',
    [
      ['index.html', 'Overview'],
      ['install.html', 'Install'],
      ['rules.html', 'Rules and policies'],
      ['config.html', 'Config'],
      ['limits.html', 'Limits'],
      ['troubleshooting.html', 'Troubleshooting'],
    ],
  ],
  [
    'Guides',
    [
      ['guard.html', 'The guard'],
      ['continuity.html', 'Tasks and memory'],
      ['workflows.html', 'Workflows'],
      ['sessions.html', 'Sessions'],
      ['autonomy.html', 'Autonomy'],
      ['worktrees.html', 'Worktrees'],
      ['clients.html', 'Other agents'],
      ['dashboard.html', 'Dashboard'],
    ],
  ],
  [
    'Reference',
    [
      ['policies/index.html', 'Policies'],
      ['programs/index.html', 'Programs'],
      ['guard-codes.html', 'Codes'],
      ['doctor.html', 'Doctor'],
      ['events.html', 'Events'],
      ['merge.html', 'Merging'],
      ['shell.html', 'Reading commands'],
    ],
  ],
  [
    'Inside',
    [
      ['architecture.html', 'Architecture'],
      ['security.html', 'Security'],
      ['contributing.html', 'Contributing'],
      ['decisions/index.html', 'Decisions'],
      ['benchmark.html', 'Benchmark'],
      ['changelog.html', 'Changelog'],
    ],
  ],
];

/** `file:` for pages that are read without a server, because `'self'` does not match them in every browser. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self' file:",
  "script-src 'self' file:",
  "img-src 'self' file:",
].join('; ');

export function document(page: Rendered & { name: string }, titles: Map<string, string>): string {
  const up = posix.relative(posix.dirname(page.name), '.') || '.';
  const title = page.name === 'index.html' ? 'Pawl' : `${page.title} · Pawl`;
  return `<!doctype html>
<html lang="en" data-root="${up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="${contentSecurityPolicy}">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${up}/style.css">
<script src="${up}/search.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="${up}/index.html">Pawl</a>
<search>
<input type="search" id="search" placeholder="Search" aria-label="Search the docs" autocomplete="off" aria-controls="results">
<div id="results" role="status"></div>
</search>
</header>
<div class="columns">
<nav aria-label="Pages">${navigation(page.name, up, titles)}</nav>
<main id="main" tabindex="-1">
${page.html}</main>
</div>
</body>
</html>
`;
}

function navigation(current: string, up: string, titles: Map<string, string>): string {
  const known = new Set(groups.flatMap(([, pages]) => pages.map(([page]) => page)));
  const rest = [...titles].filter(([page]) => !page.includes('/') && !known.has(page));
  const all: typeof groups = rest.length > 0 ? [...groups, ['More', rest]] : groups;
  return all
    .map(([title, pages]) => {
      const items = pages
        .filter(([page]) => titles.has(page))
        .map(([page, name]) => `<li>${entry(page, name, current, up)}</li>`);
      return `<p>${title}</p><ul>${items.join('')}</ul>`;
    })
    .join('');
}

/** A page below a folder belongs to the entry of the folder. */
function entry(page: string, name: string, current: string, up: string): string {
  const isHere = page === current;
  const isAbove = page.includes('/') && posix.dirname(page) === current.split('/')[0];
  const mark = isHere ? ' aria-current="page"' : isAbove ? ' aria-current="true"' : '';
  return `<a href="${up}/${page}"${mark}>${escaped(name)}</a>`;
}
