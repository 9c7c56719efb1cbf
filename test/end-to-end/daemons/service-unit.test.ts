import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { readUnit, type UnitFile } from '../../main/cli/unattended/unit-file.ts';
import { type Output, startCommand } from '../../setup/child.ts';
import { ON_LINUX } from '../../setup/on-posix.ts';
import { builtProgram } from '../../setup/program.ts';
import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';
import { Supervisor } from './supervisor.ts';

// The unit as the command prints it, its start line run by its own rules.

const root = fileURLToPath(new URL('../../..', import.meta.url));

let lab: Lab;
let bench: Computer;
let shared: string;
let unit: UnitFile;

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  shared = await lab.service.owner.makeFolder('Reader', lab.service.knowledgeBase);
  bench = await lab.computer('bench');
  await bench.mirror(shared);
  unit = await unitFor(bench.data);
});

afterAll(() => lab.close());

/** Printed by a process of its own, because it names the program that it is. */
async function unitFor(data: string, ...more: readonly string[]): Promise<UnitFile> {
  const output = await succeed(
    bench.begin(['--data', data, 'service', 'print', 'systemd', ...more]).output.then(ran => ({ ...ran, json: null })),
  );
  return readUnit(output.stdout);
}

async function arrives(name: string): Promise<void> {
  await until(`'${name}' at the service`, async () =>
    (await lab.service.owner.files(shared)).has(name) ? true : undefined,
  );
}

test.runIf(ON_LINUX)('killed, it is started again and goes on; stopped, it ends in order and stays so', async () => {
  const supervisor = new Supervisor(unit);
  onTestFinished(() => supervisor.stop());
  const over = supervisor.run();
  expect(await supervisor.ready()).toEqual({ ready: true, windowUrl: null });
  await bench.write('before.csv', 'one\n');
  await arrives('before.csv');
  supervisor.kill();
  await bench.write('while it was down.csv', 'kept\n');
  expect(await supervisor.ready()).toEqual({ ready: true, windowUrl: null });
  await arrives('while it was down.csv');
  supervisor.stop();
  expect(await over).toBe('stopped');
  expect(supervisor.ends).toEqual([
    { code: null, signal: 'SIGKILL' },
    { code: 0, signal: null },
  ]);
  expect(supervisor.waits).toEqual([10]);
  expect(supervisor.said).toBe('');
});

test.runIf(ON_LINUX)(
  'without a home folder and a desktop it looks at itself, serves its figures and writes a support bundle',
  async () => {
    const supervisor = new Supervisor(await unitFor(bench.data, '--metrics-port', '0'));
    onTestFinished(() => supervisor.stop());
    const over = supervisor.run();
    const { metricsUrl } = readyWithMetrics.parse(await supervisor.ready());
    expect(await (await fetch(metricsUrl)).text()).toMatch(/^benchtop_signed_in 1$/m);
    const health = await alone('doctor', '--json');
    expect([0, 3]).toContain(health.code);
    expect(JSON.parse(health.stdout)).toMatchObject({ v: 1, items: expect.arrayContaining([]) as unknown[] });
    const bundle = await alone('support-bundle', join(lab.folder, 'bundle.zip'), '--json');
    expect(bundle).toMatchObject({ code: 0 });
    expect((await stat(join(lab.folder, 'bundle.zip'))).size).toBeGreaterThan(1000);
    supervisor.stop();
    expect(await over).toBe('stopped');
  },
);

const readyWithMetrics = z.object({ ready: z.literal(true), windowUrl: z.null(), metricsUrl: z.url() });

/** Runs a command as a system account without a person does: no home folder, no session, no bus. */
async function alone(...args: readonly string[]): Promise<Output> {
  const names = Object.keys(process.env).filter(name => /^(HOME|USER|LOGNAME|XDG_|DBUS_|DISPLAY|WAYLAND)/.test(name));
  const environment = Object.fromEntries(names.map(name => [name, undefined]));
  const [command, ...words] = await builtProgram();
  const spawning = { command, args: [...words, '--data', bench.data, ...args], folder: root, environment };
  return startCommand(spawning, '').output;
}

test.runIf(ON_LINUX)('a start that can never succeed is not repeated, and says what to do', async () => {
  const data = join(lab.folder, 'open to all');
  await mkdir(data);
  await chmod(data, 0o777);
  // Not empty: a new folder would be made private by itself.
  await mkdir(join(data, 'something'));
  const supervisor = new Supervisor(await unitFor(data));
  expect(await supervisor.run()).toBe('not-again');
  expect(supervisor.ends).toEqual([{ code: 78, signal: null }]);
  expect(supervisor.said).toContain('chmod o-w');
});

test.runIf(ON_LINUX)('a crash at every start ends after as many starts as the unit allows', async () => {
  const crashing = { ...unit, Service: { ...unit['Service'], ExecStart: ['/bin/false'] } };
  const supervisor = new Supervisor(crashing);
  expect(await supervisor.run()).toBe('too-often');
  expect(supervisor.starts).toBe(30);
});
