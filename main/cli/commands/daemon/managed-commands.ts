import { managedInfo } from '../../../../shared/features/settings/managed-model.ts';
import { managedLines, managedTexts as texts } from '../../../../shared/features/settings/managed-text.ts';
import { pick } from '../../output/public-json.ts';
import { group, type Row, row } from '../../runner/command-row.ts';

/** What an administrator laid down for this computer. */
export const managedRows: readonly Row[] = [
  group('policy', texts.command, texts.command),
  row('policy show', {
    summary: texts.command,
    help: texts.show,
    json: pick(managedInfo, 'path state why service updatesOff remoteImagesOff zonesVerify settings'),
    call: 'managed.get',
    lines: managedLines,
  }),
];
