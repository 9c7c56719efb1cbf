import { expect, test } from 'vitest';

import { doneTexts } from '../../../shared/features/edit/text.ts';
import { settle, started, stillWindows } from '../../renderer/still-window.ts';
import { toastText } from '../../renderer/last-toast.ts';

stillWindows();

test('what cannot be moved back is named with its reason', async () => {
  const stays = { path: 'a.csv', text: 'It is open in another program.' };
  const answers = [
    { done: [{ id: '7', path: 'there/a.csv' }], left: [], question: null, loses: [] },
    { done: [], left: [stays], question: null, loses: [] },
  ];
  await started({ 'files.move': async () => answers.shift() as never });
  const { moveFiles } = await import('../../../renderer/features/browse/stores/file-actions.ts');
  const { undoLast } = await import('../../../renderer/state/toast.ts');
  const place = (folder: string) => ({ mirror: 'm1', folder });
  const moved = moveFiles(
    [{ id: '7' } as never],
    { from: place('') as never, to: place('5') as never, toName: 'there' },
    null,
  );
  await settle();
  expect(await moved).toEqual({ fault: null, question: null });
  expect(undoLast()).toBe(true);
  await settle();
  expect(await toastText()).toBe(`${doneTexts.movedBack(0)} ${doneTexts.left(stays)}`);
});
