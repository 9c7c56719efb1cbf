import { expect, test } from 'vitest';

import type { ToolRun } from '../../../../shared/features/diagnostics/model.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

async function inStep() {
  const lab = new QuietLab();
  lab.service.colleague(0).letAllEdit(lab.root);
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'Plates/b.csv': 'two', 'Plates/c.csv': 'three' });
  await lab.syncTwice(ada);
  return { lab, ada };
}

/** Drops the record of the only mirror and builds it again. */
async function renew(lab: QuietLab, ada: Computer): Promise<ToolRun | null> {
  const seen: { run: ToolRun | null } = { run: null };
  const ended = new Promise<void>(resolve => {
    ada.app.topics.on('diagnostics.tool', run => {
      seen.run = run;
      if (run?.tool === 'renew' && run.state !== 'running') resolve();
    });
  });
  await lab.call(ada, 'diagnostics.begin', { tool: 'renew', mirror: 'm1' });
  await lab.drive(ended);
  return seen.run;
}

test('a record that begins anew removes nothing and sends nothing again', async () => {
  const { lab, ada } = await inStep();
  const before = [ada.texts(), lab.there()];
  const versions = ['a.csv', 'Plates/b.csv', 'Plates/c.csv'].map(
    name => lab.service.sights.versionsOf(idOf(lab, name)).length,
  );
  const run = await renew(lab, ada);
  expect(run).toMatchObject({ state: 'done', fault: null });
  expect(run?.summary[0]).toContain('The record began anew');
  const sent: string[] = [];
  lab.trouble = ({ method, url }) => {
    if (method !== 'GET') sent.push(`${method} ${url}`);
    return null;
  };
  await lab.syncTwice(ada);
  expect(sent).toEqual([]);
  expect([ada.texts(), lab.there()]).toEqual(before);
  expect(
    ['a.csv', 'Plates/b.csv', 'Plates/c.csv'].map(name => lab.service.sights.versionsOf(idOf(lab, name)).length),
  ).toEqual(versions);
  expect((await lab.call(ada, 'sync.status', null)).mirrors[0]).toMatchObject({ files: 3, waiting: 0, conflicted: 0 });
  const [line] = await lab.call(ada, 'activity.page', { before: null, limit: 1 });
  expect(line).toMatchObject({ verb: 'relinked', cause: 'person' });
});

test('what was removed on one side comes back, and what is not sent is kept twice', async () => {
  const { lab, ada } = await inStep();
  lab.remove(ada, 'Plates/b.csv');
  lab.service.colleague(1).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  await renew(lab, ada);
  await lab.syncTwice(ada);
  const here = ada.texts();
  expect(here['Plates/b.csv']).toBe('two');
  expect(
    Object.entries(here)
      .filter(([path]) => path.startsWith('a'))
      .map(([, text]) => text)
      .toSorted(),
  ).toEqual(['mine', 'theirs']);
  expect(lab.there()).toEqual(here);
});

test('a merge that waits, the history and what is kept for 30 days outlive it', async () => {
  const { lab, ada } = await inStep();
  lab.remove(ada, 'Plates/c.csv');
  await lab.syncTwice(ada);
  const stored = await lab.call(ada, 'store.list', null);
  const file = idOf(lab, 'a.csv');
  const { head } = await lab.call(ada, 'versions.list', { id: file, page: 1 });
  lab.trouble = () => ({ kind: 'no-connection' });
  const merge = { id: file, head: head ?? '', bytes: btoa('merged'), note: null };
  await expect(lab.call(ada, 'versions.save', merge)).rejects.toThrow('offline');
  lab.trouble = () => null;
  const history = await lab.call(ada, 'activity.page', { before: null, limit: 100 });
  await renew(lab, ada);
  expect(await lab.call(ada, 'store.list', null)).toEqual(stored);
  expect((await lab.call(ada, 'activity.page', { before: null, limit: 100 })).slice(1)).toEqual(history);
  expect(await lab.call(ada, 'versions.sendDraft', { id: file })).toMatchObject({ is: 'saved' });
});

test('while another tool runs it is refused', async () => {
  const { lab, ada } = await inStep();
  await lab.call(ada, 'diagnostics.begin', { tool: 'verify', mirror: 'm1' });
  const second = ada.app.handlers['diagnostics.begin']({ tool: 'renew', mirror: 'm1' });
  await expect(second).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
});
