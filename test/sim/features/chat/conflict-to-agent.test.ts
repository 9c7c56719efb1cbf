import { expect, test, vi } from 'vitest';

import { askAboutConflict } from '../../../../renderer/features/chat/stores/asking-agent.ts';
import {
  openComposer,
  sendMessage,
  useComposer,
  writeDraft,
} from '../../../../renderer/features/chat/stores/composer.ts';
import { showConflict, useConflict } from '../../../../renderer/features/attention/stores/conflicts.ts';
import { engine, useConnection } from '../../../../renderer/state/engine.ts';
import { useNavigation } from '../../../../renderer/state/navigation.ts';
import type { CallName, Handlers } from '../../../../shared/contract.ts';
import { farSide } from '../../../renderer/pipes.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** What is read of the service's answers. */
interface Told {
  readonly id: string;
  readonly name?: string;
  readonly contextFileIds?: readonly string[];
  readonly referencedFileIds?: readonly string[];
}

/** The window's stores before the engine of a computer: the real contract between them, and the world goes on by itself. */
async function openWindow(lab: QuietLab, computer: Computer): Promise<void> {
  // The world is driven for one question after the other.
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = (ask: () => Promise<unknown>): Promise<unknown> => (before = before.then(ask, ask));
  const names = Object.keys(computer.app.handlers) as CallName[];
  const handlers = names.map(name => [name, (input: never) => inTurn(() => lab.call(computer, name, input))] as const);
  engine.start(farSide(Object.fromEntries(handlers) as unknown as Handlers).open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
}

test('what a person asks about a conflict goes to the service with both of its files, and with nothing else', async () => {
  const lab = new QuietLab();
  const [ada, ben] = [await lab.computer('Ada'), await lab.computer('Ben')];
  ben.disk.tree.mkdir('/data/attached');
  lab.save(ada, { 'plate7.csv': 'first', 'other.csv': 'x' });
  for (const one of [ada, ben]) await lab.sync(one);
  lab.clock.advanceBy(60_000);
  lab.save(ada, { 'plate7.csv': 'of Ada' });
  lab.save(ben, { 'plate7.csv': 'of Ben' });
  for (const one of [ada, ben, ben]) await lab.sync(one);
  await openWindow(lab, ben);

  const [item] = (await engine.call('attention.list', null)).items;
  await showConflict(item?.id ?? '');
  const copy = useConflict.getState().detail?.mine?.path ?? '';
  expect(await askAboutConflict(item?.mirror ?? '', [item?.path ?? '', copy])).toBeNull();
  expect(useNavigation.getState().route).toEqual({ screen: 'chat', task: null });
  openComposer(null);
  await vi.waitUntil(() => useComposer.getState().draft.contextFiles.length === 2);
  const headers = { 'x-api-key': lab.service.users[0]?.apiKey ?? '' };
  const asked = (path: string): { readonly items: readonly Told[] } => {
    const request = { method: 'GET', url: `${lab.service.baseUrl}${path}`, headers, body: new Uint8Array() } as const;
    return JSON.parse(new TextDecoder().decode(lab.service.handle(request).body));
  };
  // Nothing goes before a person sends it.
  expect(asked('/tasks').items).toEqual([]);
  writeDraft('Which of the two is right?');
  await sendMessage();
  const [waiting] = await engine.call('chat.outbox', null);
  if (waiting !== undefined) await engine.call('chat.retry', { id: waiting.id, anyway: false, wait: true });

  const files = asked(`/folders/${lab.root}/files`).items;
  const both = files.filter(({ name }) => name === 'plate7.csv' || name === copy).map(({ id }) => id);
  const [task] = asked('/tasks').items;
  const [said] = asked(`/tasks/${task?.id}/messages`).items;
  expect(said).toMatchObject({ content: 'Which of the two is right?' });
  expect(both).toHaveLength(2);
  expect(said?.contextFileIds?.toSorted()).toEqual(both.toSorted());
  expect(said?.referencedFileIds ?? []).toEqual([]);
  openComposer(undefined);
});
