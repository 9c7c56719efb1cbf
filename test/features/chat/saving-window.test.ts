import { beforeEach, expect, test, vi } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import { AT, started } from './window-stage.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});

const FILE = { task: 'task-1', id: 'a1', name: 'summary.csv' };
const SAVED = {
  file: 'f1',
  name: 'summary.csv',
  origin: { task: 'task-1', title: 'Plate 7', at: AT, text: '' },
  note: null,
};

async function stage(save: () => Promise<typeof SAVED>) {
  const { count } = await started({ 'chat.saveAttachment': save });
  const files = await import('../../../renderer/features/chat/stores/task-files.ts');
  const { useAsking } = await import('../../../renderer/state/edit.ts');
  const { useToast } = await import('../../../renderer/state/toast.ts');
  return { ...files, count, asking: () => useAsking.getState().asking, toast: () => useToast.getState().toast };
}

test('where what a task made is saved is asked once, and the next one goes there by one press', async () => {
  const { saveFromChip, saveAttachment, useSaved, count, asking, toast } = await stage(async () => SAVED);
  await saveFromChip(FILE);
  expect([count('chat.saveAttachment'), asking()?.name]).toEqual([0, 'saveAttachment']);
  await saveAttachment(FILE, { base: 'plates' }, 'Plates');
  expect(toast()).toMatchObject({ text: expect.stringContaining('saved into “Plates”'), action: { name: 'show' } });
  await saveFromChip({ ...FILE, id: 'a2' });
  expect(count('chat.saveAttachment')).toBe(2);
  expect([...useSaved.getState().files]).toEqual([
    ['a1', { file: 'f1', folder: 'Plates' }],
    ['a2', { file: 'f1', folder: 'Plates' }],
  ]);
});

test('a folder that takes nothing any more is asked for again', async () => {
  let isGone = false;
  const { saveFromChip, saveAttachment, useSaved, asking } = await stage(async () => {
    if (isGone) throw new FaultError({ kind: 'gone', messages: [] });
    return SAVED;
  });
  await saveAttachment(FILE, { base: 'plates' }, 'Plates');
  isGone = true;
  await saveFromChip({ ...FILE, id: 'a2' });
  expect([useSaved.getState().files.has('a2'), useSaved.getState().busy.size, asking()]).toEqual([false, 0, null]);
  await saveFromChip({ ...FILE, id: 'a2' });
  expect(asking()?.name).toBe('saveAttachment');
});
