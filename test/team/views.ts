// The fleet board and the figures of all machines.
import { expect } from 'bun:test';
import { signIn, startDashboard } from '../support/dashboard.ts';
import { pawl, pawlJson } from '../support/pawl.ts';
import { event, events, machineOf, makeTeam, record } from '../support/team.ts';
import { server, testWithServer } from './server.ts';

interface Row {
  person: string;
  machine: string;
  session_id: string;
  state: string;
  last_prompt: string | null;
  readable: boolean;
}

testWithServer(
  'sessions and figures of all machines are shown by person and machine, without labels that the reader may not see',
  async () => {
    const team = await makeTeam(server(), ['alice', 'bob']);
    using alice = machineOf(team, 'alice');
    using bob = machineOf(team, 'bob', { machine: 'build-box' });
    const prompt = (session_id: string, label: string) =>
      event({ session_id, event: 'UserPromptSubmit', label });
    record(alice, [
      prompt('a1', 'plan of alice'),
      ...events(10, () => ({ session_id: 'a1' })),
      event({ session_id: 'a1', decision: 'deny' }),
    ]);
    record(bob, [
      prompt('b1', 'plan of bob'),
      ...events(5, () => ({ session_id: 'b1' })),
      event({ session_id: 'b2', event: 'SessionEnd', tool: undefined }),
    ]);
    for (const world of [alice, bob]) pawlJson(world, ['sync']);
    const board = pawlJson<Row[]>(alice, ['sessions', '--team', '--all']);
    expect(board.map(({ person, session_id }) => `${person} ${session_id}`).sort()).toEqual([
      'alice a1',
      'bob b1',
      'bob b2',
    ]);
    expect(board.find(({ session_id }) => session_id === 'a1')).toMatchObject({
      readable: true,
      last_prompt: 'plan of alice',
    });
    expect(board.find(({ session_id }) => session_id === 'b1')).toMatchObject({
      readable: false,
      last_prompt: null,
      machine: 'build-box',
    });
    expect(pawlJson<Row[]>(alice, ['sessions', '--team', '--person', 'bob'])).toHaveLength(2);
    expect(pawlJson<Row[]>(alice, ['sessions', '--team', '--machine', 'alice-laptop'])).toHaveLength(1);
    const text = pawl(alice, ['sessions', '--team']).stdout;
    expect(text).toContain('plan of alice');
    expect(text).not.toContain('plan of bob');
    const total = (args: string[]) =>
      pawlJson<{ total: { calls: number; refused: number } }>(alice, ['metrics', '--team', ...args]).total;
    expect(total([])).toMatchObject({ calls: 16, refused: 1 });
    expect(total(['--person', 'bob'])).toMatchObject({ calls: 5, refused: 0 });
    expect(pawlJson(alice, ['metrics', '--team', '--by', 'tool'])).toMatchObject([
      { tool: 'Bash', calls: 16 },
    ]);
    expect(pawl(alice, ['metrics', '--team']).stdout).toContain('16 calls');
    expect(pawl(alice, ['metrics', '--person', 'bob'])).toMatchObject({ code: 2 });
    expect(pawlJson(alice, ['team', 'people'])).toMatchObject([
      { name: 'alice', machines: 1 },
      { name: 'bob' },
      { lead: true },
    ]);
    await using dashboard = await startDashboard(alice);
    const headers = await signIn(dashboard);
    const page = async (query: string) =>
      (await (await fetch(`${dashboard.origin}/api/${query}`, { headers })).json()) as {
        team?: boolean;
        rows: Row[];
        machines: { machine: string }[];
      };
    expect((await page('fleet')).team).toBe(true);
    const shown = await page('team?which=all&person=bob');
    expect(shown.rows.map(({ session_id, last_prompt }) => [session_id, last_prompt]).sort()).toEqual([
      ['b1', null],
      ['b2', null],
    ]);
    expect(shown.machines.map(({ machine }) => machine)).toEqual(['alice-laptop', 'build-box']);
    expect((await page('team?which=all&machine=alice-laptop')).rows).toHaveLength(1);
    const figures = async (query: string) =>
      (await (await fetch(`${dashboard.origin}/api/${query}`, { headers })).json()) as {
        team?: boolean;
        total: { calls: number; refused: number };
        machines: { machine: string }[];
      };
    expect(await figures('metrics')).toMatchObject({ team: true, total: { calls: 11 } });
    expect(await figures('team-metrics?days=7')).toMatchObject({
      total: { calls: 16, refused: 1 },
      machines: [{ machine: 'alice-laptop' }, { machine: 'build-box' }],
    });
    expect((await figures('team-metrics?person=bob')).total.calls).toBe(5);
    expect((await figures('team-metrics?machine=alice-laptop')).total.calls).toBe(11);
  },
);
