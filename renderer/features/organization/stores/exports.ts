import type { ExportJob } from '../../../../shared/features/organization/model.ts';
import { exportTexts as texts } from '../../../../shared/features/organization/text.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { FaultError } from '../../../../shared/fault.ts';
import { SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';
import { topicStore } from '../../../state/reading/topic-store.ts';
import { organizationSection } from './organization-section.ts';

/** The export that was begun last from here; null inside: none was. */
export const exporting = organizationSection<{ readonly job: ExportJob | null }>(async () => {
  try {
    return { job: await engine.call('export.look', { job: null }) };
  } catch (thrown) {
    if (isSaid(thrown, texts.noneBegun)) return { job: null };
    throw thrown;
  }
});

function isSaid(thrown: unknown, sentence: string): boolean {
  return thrown instanceof FaultError && thrown.fault.kind === 'bad-request' && thrown.fault.detail === sentence;
}

/** Has the service begin one. */
export function startExport(): Promise<boolean> {
  return exporting.change(
    'start',
    async () => ({ job: await engine.call('export.start', {}) }),
    () => words.exportBegun,
  );
}

/** Downloads under way, also those that a command began. */
export const useExportDownloads = topicStore('export.downloading');

/** Downloads the export into a folder of this computer; a download that a person stops is no failure. */
export function downloadExport(folder: string): Promise<boolean> {
  const job = exporting.use.getState().value?.job ?? null;
  let said: string = texts.stopped;
  return exporting.change(
    'get',
    async () => {
      try {
        const got = await engine.call('export.get', { job: job?.id ?? null, folder, name: null });
        said = texts.saved(got.path);
        return { job: got.job };
      } catch (thrown) {
        if (isSaid(thrown, texts.stopped)) return { job };
        throw thrown;
      }
    },
    () => said,
  );
}

/** Ends the download; nothing half stays. */
export async function stopDownload(job: string): Promise<void> {
  // That it goes on is seen.
  await engine.call('export.stop', { job }).catch(() => undefined);
}

/** Between looks: quick at first, calm later, in milliseconds. */
const PAUSES_MS = [2, 4, 8, 15, 30].map(seconds => seconds * SECOND);

/** Looks now and then while one is being built. @returns what ends it. */
export function watchExport(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  const isBuilding = (): boolean => {
    const job = exporting.use.getState().value?.job;
    return job?.isReady === false && job.status.toLowerCase() !== 'failed';
  };
  const plan = (): void => {
    clearTimeout(timer);
    if (!isBuilding()) return void (looks = 0);
    const pauseMs = PAUSES_MS[Math.min(looks++, PAUSES_MS.length - 1)];
    timer = setTimeout(() => void exporting.read().then(plan), pauseMs);
  };
  const stop = exporting.use.subscribe((now, before) => (now.value === before.value ? undefined : plan()));
  plan();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
