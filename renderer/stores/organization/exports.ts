import type { ExportJob } from '../../../shared/model/organization.ts';
import { exportTexts as texts } from '../../../shared/text/organization.ts';
import { organizationWindow as words } from '../../../shared/text/organization-window.ts';
import { FaultError } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import { engine } from '../engine.ts';
import { section } from './section.ts';

/** The export that was begun last from here; null inside: none was. */
export const exporting = section<{ readonly job: ExportJob | null }>(async () => {
  try {
    return { job: await engine.call('export.look', { job: null }) };
  } catch (thrown) {
    if (isNone(thrown)) return { job: null };
    throw thrown;
  }
});

function isNone(thrown: unknown): boolean {
  return thrown instanceof FaultError && thrown.fault.kind === 'bad-request' && thrown.fault.detail === texts.noneBegun;
}

/** Has the service begin one. */
export function startExport(): Promise<boolean> {
  return exporting.change(
    'start',
    async () => ({ job: await engine.call('export.start', {}) }),
    () => words.exportBegun,
  );
}

/** Downloads it into a folder of this computer. */
export function downloadExport(folder: string): Promise<boolean> {
  const id = exporting.use.getState().value?.job?.id ?? null;
  let path = '';
  return exporting.change(
    'get',
    async () => {
      const got = await engine.call('export.get', { job: id, folder, name: null });
      path = got.path;
      return { job: got.job };
    },
    () => texts.saved(path),
  );
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
