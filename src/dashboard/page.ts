// The HTML of the page. Its code and style are bundled by scripts/build.ts and embedded in the executable.
import script from '../../dist/web/script.txt' with { type: 'text' };
import style from '../../dist/web/style.txt' with { type: 'text' };

export const assets: Record<string, { text: string; type: string }> = {
  '/app.js': { text: script, type: 'text/javascript; charset=utf-8' },
  '/app.css': { text: style, type: 'text/css; charset=utf-8' },
  '/icon.svg': { text: icon(), type: 'image/svg+xml' },
};

/** A ratchet wheel and its pawl. */
function icon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#4f46e5"/><path d="M16 7l2 3 3.500-1 .5 3.600 3.500 1-1.500 3.400 1.500 3.400-3.500 1-.5 3.600-3.500-1-2 3-2-3-3.500 1-.5-3.600-3.500-1L8 17l-1.500-3.400 3.500-1 .5-3.600 3.500 1z" fill="#fff"/><circle cx="16" cy="17" r="3.600" fill="#4f46e5"/></svg>`;
}

/** `secret` is empty for a page that is loaded again: it has kept the secret that it got with its token. */
export function page(secret: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="pawl-token" content="${secret}">
<title>Pawl</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/app.css">
</head>
<body><div id="app"></div><script type="module" src="/app.js"></script></body>
</html>
`;
}

/** Returns a self-contained file. The data is embedded as JSON in which nothing can close the script element. */
export function reportPage(data: unknown, title: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="${policy}">
<title>${title}</title>
<style>${style}</style>
</head>
<body><div id="app"></div><script type="application/json" id="report">${json}</script><script type="module">${script.replaceAll('</script', '<\\/script')}</script></body>
</html>
`;
}
