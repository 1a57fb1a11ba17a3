import { expect, test } from 'bun:test';
import { isEnglish } from './english.ts';

test.each([
  'Migrations need a lock timeout',
  'fix the checkoutTotal bug in src/cart.ts',
  'refactor',
  'why does useEffect rerun',
  'teh checkout is borken, pls fix asap',
  'Zwei tests fail since we bumped the dependencies of the web app',
])('“%s” is English', (text) => expect(isEnglish(text)).toBe(true));

test.each([
  'kannst du mir das bitte nochmal erklären?',
  'Die Rechnung wird pro Zeile gerundet, nicht am Ende',
  'pourquoi la connexion est si lente ?',
  'El servidor se reinicia después de la actualización',
  'zašto je prijava tako spora?',
  'Servern måste startas om efter uppdateringen',
  'спасибо, выглядит хорошо',
  '谢谢，看起来不错',
  '',
  '?! 42',
  'src/api/users.ts',
])('“%s” is not', (text) => expect(isEnglish(text)).toBe(false));

test('only the beginning of a long text counts', () => {
  expect(isEnglish('the tests fail '.repeat(200) + 'непонятно '.repeat(5_000))).toBe(true);
});
