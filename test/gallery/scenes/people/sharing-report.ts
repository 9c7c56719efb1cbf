import type { Handlers } from '../../../../shared/contract.ts';
import { oversightWindow } from '../../../../shared/features/organization/oversight-window-text.ts';
import type { Scene } from '../../scene.ts';
import { organizationScene } from './organization.ts';
import { WIDER } from './oversight.ts';

const REPORT = '#/organization/sharing';
const ANSWERS: Partial<Handlers> = { 'sharing.report': async () => ({ files: WIDER }) };

/** The report of files that more people can open than their folder. */
export const sharingReportScenes: readonly Scene[] = [
  organizationScene('full', REPORT, ANSWERS, {
    name: 'sharing report',
    shows: ['RNA-seq 2026', oversightWindow.report.total(4, 3)],
  }),
  organizationScene('full', REPORT, ANSWERS, {
    name: 'sharing report fixed',
    steps: async ({ press }) => {
      await press(oversightWindow.report.all('RNA-seq 2026'));
      await press(oversightWindow.report.fix(2));
    },
    shows: [oversightWindow.report.asking.title(2)],
  }),
  organizationScene(
    'empty',
    REPORT,
    { 'sharing.report': async () => ({ files: [] }) },
    { name: 'nothing shared more widely', shows: [oversightWindow.report.none] },
  ),
];
