// Replaces the escape sequences of `printf`, `echo -e` and strings of other languages.

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
};

export function undoEscapes(text: string): string {
  return text.replace(
    /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0?[0-7]{1,3}|[ntrabefv\\])/g,
    (all, code: string) => {
      if (/^[xuU]/.test(code)) return character(Number.parseInt(code.slice(1), 16)) ?? all;
      return ESCAPES[code] ?? character(Number.parseInt(code, 8)) ?? all;
    },
  );
}

const character = (n: number) => (n > 0 && n <= 0x10ffff ? String.fromCodePoint(n) : undefined);
