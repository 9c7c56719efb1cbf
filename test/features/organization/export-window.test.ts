import { expect, test } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import { exportTexts } from '../../../shared/features/organization/text.ts';
import { settle, started, stillWindows } from '../../renderer/still-window.ts';
import { toastText } from '../../renderer/last-toast.ts';

stillWindows();

test('a download that is stopped is said to be stopped, and is no failure', async () => {
  const job = { id: 'j1', status: 'completed', isReady: true, createdAt: null, completedAt: null, sizeBytes: 4 };
  const stopped: unknown[] = [];
  let end: () => void = () => undefined;
  const far = await started({
    'export.look': async () => job,
    'export.get': () =>
      new Promise((_, reject) => {
        end = () => reject(new FaultError({ kind: 'bad-request', detail: exportTexts.stopped }));
      }),
    'export.stop': async input => (stopped.push(input), end(), null),
  });
  const { exporting, downloadExport, stopDownload, useExportDownloads } =
    await import('../../../renderer/features/organization/stores/exports.ts');
  await Promise.all([exporting.read(), settle()]);
  const getting = downloadExport('/home/ada');
  await settle();
  far.topics.publish('export.downloading', [{ job: 'j1', doneBytes: 2, sizeBytes: 4 }]);
  await settle();
  expect(useExportDownloads.getState().value).toEqual([{ job: 'j1', doneBytes: 2, sizeBytes: 4 }]);
  await Promise.all([stopDownload('j1'), settle()]);
  expect([await getting, stopped]).toEqual([true, [{ job: 'j1' }]]);
  expect(exporting.use.getState()).toMatchObject({ fault: null, value: { job } });
  expect(await toastText()).toBe(exportTexts.stopped);
});
