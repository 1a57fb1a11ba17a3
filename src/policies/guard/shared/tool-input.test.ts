// How the input of a tool changes the meaning of its call.
import { expect, test } from 'bun:test';
import { flag, isDryRun, isPublic, isTrue, mountsHost, namesProduction } from './tool-input.ts';

test('the text “true” counts as true', () => {
  expect([true, 'true', false, 'false', 1, 'yes', undefined].map(isTrue)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a flag is found by the name and the value of a field', () => {
  expect(flag({ a: 1, b: 'x' }, /^b$/, /x/)).toBe(true);
  expect(flag({ a: 'x', b: 1 }, /^b$/, /x/)).toBe(false);
  expect(flag({}, /./, /./)).toBe(false);
});

test.each(['dry_run', 'dryRun', 'dryrun', 'validate_only', 'validateOnly'])(
  'a call with the field %s is a dry run',
  (field) => {
    for (const value of [true, 'true', 'client', 'server', 'ALL'])
      expect(isDryRun({ [field]: value })).toBe(true);
    for (const value of [false, 'none', 'clients', 'no server'])
      expect(isDryRun({ [field]: value })).toBe(false);
  },
);

test('a call without such a field is no dry run', () => expect(isDryRun({ run: true })).toBe(false));

test('production is named by a value or by a flag', () => {
  for (const value of ['prod', 'PRD', 'production', 'live'])
    expect(namesProduction({ env: value })).toBe(true);
  for (const key of ['prod', 'production', 'is_production', 'isProd'])
    expect(namesProduction({ [key]: true })).toBe(true);
  for (const input of [
    { prod: false },
    { env: 'product' },
    { env: 'preprod' },
    { products: true },
    { xprod: true },
  ])
    expect(namesProduction(input)).toBe(false);
});

test('calls that make something public are recognised', () => {
  const values =
    'public public-read public-read-write anyone anyoneWithLink anyone_with_the_link allUsers allAuthenticatedUsers everyone world anonymous';
  for (const value of values.split(' ')) expect(isPublic({ visibility: value }, 'x'), value).toBe(true);
  const fields =
    'visibility type access acl scope role_type roletype principal member sharing access_level privacy privacy_status privacystatus';
  for (const field of fields.split(' ')) expect(isPublic({ [field]: 'public' }, 'x'), field).toBe(true);
  const flags =
    'public is_public ispublic publicly_accessible publiclyaccessible public_access publicaccess allow_unauthenticated allow_anonymous';
  for (const field of flags.split(' ')) expect(isPublic({ [field]: true }, 'x'), field).toBe(true);
  for (const name of ['create_repo', 'new_project', 'gist', 'bucket', 'package', 'space']) {
    expect(isPublic({ private: false }, name)).toBe(true);
    expect(isPublic({ is_private: false }, name)).toBe(true);
  }
  for (const range of ['0.0.0.0/0', '::/0']) expect(isPublic({ cidr: range }, 'x')).toBe(true);
});

test('calls that only look as if they made something public are not taken for that', () => {
  const no: [Record<string, unknown>, string][] = [
    [{ visibility: 'private' }, 'x'],
    [{ visibility: 'publicity' }, 'x'],
    [{ visibility: 'not public' }, 'x'],
    [{ visibility: 1 }, 'x'],
    [{ name: 'public' }, 'x'],
    [{ types: 'public' }, 'x'],
    [{ subtype: 'public' }, 'x'],
    [{ public: false }, 'x'],
    [{ public: true }, 'create_playlist'],
    [{ public: true }, 'create_channel'],
    [{ public: true }, 'schema'],
    [{ publication: true }, 'x'],
    [{ republic: true }, 'x'],
    [{ type: 'public' }, 'create_channel'],
    [{ type: 'public' }, 'schema'],
    [{ private: false }, 'create_channel'],
    [{ private: true }, 'create_repo'],
    [{ privates: false }, 'create_repo'],
    [{ cidr: '10.0.0.0/0' }, 'x'],
    [{ cidr: '0.0.0.0/01' }, 'x'],
  ];
  for (const [input, name] of no) expect(isPublic(input, name), JSON.stringify(input)).toBe(false);
});

test('a container that reaches this whole machine is recognised', () => {
  for (const input of [
    { privileged: true },
    { privileged: 'true' },
    { volume: '/:/host' },
    { volume: '/' },
    { volume: '"/":/host' },
    { volumes: { '/': { bind: '/h' } } },
    { a: 'x', mount: '/var/run/docker.sock:/s' },
  ])
    expect(mountsHost(input), JSON.stringify(input)).toBe(true);
  for (const input of [
    {},
    { privileged: false },
    { volume: '/data:/data' },
    { volume: './:/x' },
    { a: { b: '/' } },
    { a: null },
  ])
    expect(mountsHost(input), JSON.stringify(input)).toBe(false);
});
