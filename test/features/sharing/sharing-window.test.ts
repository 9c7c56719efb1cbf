import { afterEach, expect, test, vi } from 'vitest';

import { engine } from '../../../renderer/state/engine.ts';
import { closeSharing, giveRole, openSharing, removeEntry } from '../../../renderer/features/sharing/stores/sharing.ts';
import type { ShareRow, SharingView } from '../../../shared/features/sharing/model.ts';
import { toastText } from '../../renderer/last-toast.ts';

const EVERYONE: ShareRow = {
  key: 'organization',
  principal: { kind: 'organization', id: null },
  name: 'Halden Lab',
  email: null,
  role: 'editor',
  isMe: false,
  sources: [{ how: 'folder', role: 'editor', entry: null, folder: { id: 'f1', name: 'Plates' } }],
};
const JONAS: ShareRow = {
  ...EVERYONE,
  key: 'user:5',
  principal: { kind: 'user', id: '5' },
  name: 'Jonas',
  role: 'viewer',
  sources: [{ how: 'here', role: 'viewer', entry: 'e1', folder: null }],
};
const VIEW: SharingView = {
  id: '7',
  serviceId: 's7',
  kind: 'file',
  name: 'plate 7.csv',
  organization: 'Halden Lab',
  rows: [JONAS, EVERYONE],
  folder: null,
  wider: null,
  canChange: true,
  at: '2026-11-20T14:03:00.000Z',
  isFresh: true,
};
const WHO = { key: 'user:5', name: 'Jonas', entry: 'e1' };
const STILL = "Jonas can still edit, through everyone in 'Halden Lab' (from 'Plates').";

afterEach(() => {
  closeSharing();
  vi.restoreAllMocks();
});

test('what is said of a change is what is so in effect, by the answer to it', async () => {
  vi.spyOn(engine, 'call').mockImplementation((async (name: string) =>
    name === 'sharing.remove' ? { ...VIEW, rows: [EVERYONE] } : VIEW) as never);
  await openSharing('7', 'plate 7.csv');
  await giveRole(WHO, 'viewer');
  expect(await toastText()).toBe(`${STILL} The entry here says: can view.`);
  await removeEntry(WHO);
  expect(await toastText()).toBe(`The entry of Jonas was removed. ${STILL}`);
});
