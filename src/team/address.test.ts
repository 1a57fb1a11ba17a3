import { expect, test } from 'bun:test';
import { parseUrl } from './address.ts';

test('an address is separated from its password, and both may be percent-encoded', () => {
  const { address, password, url } = parseUrl('postgres://a%40b:p%2Fw@db.example:6543/my%20team');
  expect(address).toEqual({ host: 'db.example', port: 6543, user: 'a@b', database: 'my team', tls: true });
  expect(password).toBe('p/w');
  expect(url).not.toContain('p%2Fw');
});

test('the server is verified unless it is this machine', () => {
  const tls = (text: string) => parseUrl(text).address.tls;
  expect(tls('postgres://a@db.example/t')).toBe(true);
  expect(tls('postgres://a@localhost/t')).toBe(false);
  expect(tls('postgres://a@[::1]/t')).toBe(false);
  expect(tls('postgres://a@127.0.0.1/t?sslrootcert=/ca.crt')).toBe(true);
  expect(tls('postgres://a@127.0.0.1/t?sslmode=verify-full')).toBe(true);
  expect(() => parseUrl('postgres://a@127.0.0.1.evil.example/t?sslmode=disable')).toThrow('unprotected');
});
