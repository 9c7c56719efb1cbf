import { managedInfo } from '../../../../shared/features/settings/managed-model.ts';
import { managedLines, managedTexts as texts } from '../../../../shared/features/settings/managed-text.ts';
import { publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';

/** What an administrator laid down for this computer. */
export const managedRows: readonly Row[] = [
  commandGroup('policy', texts.command, texts.command),
  row('policy show', {
    summary: texts.command,
    help: texts.show,
    json: publicFields(managedInfo, 'path state why service updatesOff remoteImagesOff zonesVerify settings'),
    call: 'managed.get',
    lines: managedLines,
  }),
];
